import { type BrowserWindow, dialog } from 'electron';

/** One question at a time: a second one while a dialog is open is answered with nothing. */
let asking = false;

/** Asks for one path with the system's dialog; null when the user chose nothing. */
export async function choosePath(
  window: BrowserWindow | null,
  what: 'program' | 'folder',
): Promise<string | null> {
  if (!window || asking) return null;
  asking = true;
  try {
    const chosen = await dialog.showOpenDialog(window, {
      title: what === 'program' ? 'Choose the program' : 'Choose the working folder',
      properties: what === 'program' ? ['openFile', 'showHiddenFiles'] : ['openDirectory', 'createDirectory'],
    });
    return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
  } finally {
    asking = false;
  }
}
