// Kept apart from the contract, so that the preload script carries these strings and no schema library.

/** One ipcMain channel for requests, one for events: the bridge is derived from the contract. */
export const SHELL_REQUEST_CHANNEL = 'framescope:request';
export const SHELL_EVENT_CHANNEL = 'framescope:event';
export const ENGINE_PORT_CHANNEL = 'framescope:engine-port';
/** window.postMessage({ type: ENGINE_PORT_MESSAGE }, origin, [port]) from preload to page. */
export const ENGINE_PORT_MESSAGE = 'framescope:engine-port';
