import { app, BrowserWindow, Menu, type Session, session, type WebContents } from 'electron';
import { refuseFiles } from './app-protocol.ts';
import { isAppUrl, isLoadable } from './origin.ts';

/** Counts of blocked actions, for tests and the log. */
export interface Refusals {
  requests: number;
  navigations: number;
  windows: number;
  permissions: number;
  downloads: number;
}
export const refusals: Refusals = { requests: 0, navigations: 0, windows: 0, permissions: 0, downloads: 0 };

/** Call before `ready`. Turns on the OS sandbox for every process and turns off Chromium's own network activity (E03, E31). */
export function hardenProcess(): void {
  // The OS sandbox cannot work for root: enableSandbox would override the switch for child processes, which then crash
  // repeatedly. Only the test driver passes the switch. A release refuses to start with it (see arguments.ts).
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  // The window loads nothing from the network. This also covers what webRequest does not see (DNS, preconnect).
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp');
  // Otherwise a page that makes a connection of WebRTC lets Chromium join the group of multicast DNS, which sends a packet.
  app.commandLine.appendSwitch('disable-features', 'WebRtcHideLocalIpsWithMdns');
  for (const name of [
    'disable-quic',
    'disable-background-networking',
    'disable-component-update',
    'disable-domain-reliability',
    'disable-sync',
    'dns-prefetch-disable',
    'no-pings',
    'disable-breakpad',
  ]) {
    app.commandLine.appendSwitch(name);
  }
}

/** Call before `ready`. Locks down every session and every web contents when it is created. */
export function lockDown(isOurWindow: (contents: WebContents) => boolean): void {
  app.on('session-created', created => lockDownSession(created, isOurWindow));
  app.on('web-contents-created', (_event, contents) => lockDownContents(contents));
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
  app.on('select-client-certificate', event => event.preventDefault());
  app.on('login', event => event.preventDefault()); // prevented, and the callback is never called: the request is cancelled
}

/** Call after `ready`: the default session may exist before the listener. */
export function lockDownDefaultSession(isOurWindow: (contents: WebContents) => boolean): void {
  lockDownSession(session.defaultSession, isOurWindow);
}

const locked = new WeakSet<Session>();

function lockDownSession(target: Session, isOurWindow: (contents: WebContents) => boolean): void {
  if (locked.has(target)) return;
  locked.add(target);
  target.webRequest.onBeforeRequest((details, answer) => {
    const cancel = !isLoadable(details.url, !app.isPackaged);
    if (cancel) refusals.requests += 1;
    answer({ cancel });
  });
  // Port 9 (discard) of this machine: nothing listens there, and loopback is not exempt from the proxy.
  void target.setProxy({ proxyRules: 'http=127.0.0.1:9;https=127.0.0.1:9;socks=127.0.0.1:9', proxyBypassRules: '<-loopback>' });

  target.setPermissionRequestHandler((contents, permission, answer) => {
    const allowed = permission === 'clipboard-sanitized-write' && isOurWindow(contents);
    if (!allowed) refusals.permissions += 1;
    answer(allowed);
  });
  target.setPermissionCheckHandler(
    (contents, permission) => contents !== null && permission === 'clipboard-sanitized-write' && isOurWindow(contents),
  );
  target.setDevicePermissionHandler(() => false);
  target.setDisplayMediaRequestHandler((_request, answer) => {
    refusals.permissions += 1;
    // An empty response means refusal. Electron throws an exception here and reports an error to the page.
    try {
      answer({});
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  });
  target.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  // Only exists in Electron versions after 25.
  target.setUSBProtectedClassesHandler?.(({ protectedClasses }) => protectedClasses);
  target.on('select-hid-device', (event, _details, answer) => {
    event.preventDefault();
    answer(null);
  });
  target.on('select-serial-port', (event, _ports, _contents, answer) => {
    event.preventDefault();
    answer('');
  });
  target.on('select-usb-device', (event, _details, answer) => {
    event.preventDefault();
    answer();
  });
  target.on('will-download', (event, item) => {
    refusals.downloads += 1;
    event.preventDefault();
    item.cancel();
  });
  target.setSpellCheckerEnabled(false);
  refuseFiles(target);
}

function lockDownContents(contents: WebContents): void {
  const stay = (event: { preventDefault(): void; readonly url?: string }, url?: string): void => {
    if (isAppUrl(event.url ?? url ?? '')) return;
    refusals.navigations += 1;
    event.preventDefault();
  };
  contents.on('will-navigate', (event, url) => stay(event, url));
  contents.on('will-redirect', (event, url) => stay(event, url));
  contents.on('will-frame-navigate', event => stay(event));
  contents.on('will-attach-webview', event => {
    refusals.windows += 1;
    event.preventDefault();
  });
  contents.on('select-bluetooth-device', (event, _devices, answer) => {
    event.preventDefault();
    answer('');
  });
  contents.setWindowOpenHandler(() => {
    refusals.windows += 1;
    return { action: 'deny' };
  });
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('context-menu', (_event, { isEditable, selectionText }) => {
    const window = BrowserWindow.fromWebContents(contents);
    const menu = Menu.buildFromTemplate([
      ...(isEditable ? [{ role: 'cut' as const }] : []),
      ...(isEditable || selectionText !== '' ? [{ role: 'copy' as const }] : []),
      ...(isEditable ? [{ role: 'paste' as const }] : []),
      { role: 'selectAll' },
    ]);
    if (window) menu.popup({ window });
  });
}
