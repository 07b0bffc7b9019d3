import { app, type Session, type WebContents } from 'electron';
import { allowsRequest, type FilterRules } from './request-filter';

/** Has to run before the app is ready. The app never needs a name server, so none is ever asked. */
export function denyNetwork(rules: FilterRules): void {
  app.commandLine.appendSwitch('disable-background-networking');
  app.commandLine.appendSwitch('disable-component-update');
  if (rules.devServer === null) app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
}

/** No permissions, no downloads, no request that leaves the app. */
export function guardSession(session: Session, rules: FilterRules): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !allowsRequest(details.url, details.resourceType, rules) });
  });
}

/** Holds for every page that ever exists in the app, whoever made it. */
export function guardAllContents(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}

function guardContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // Peer connections do not pass the request filter.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
