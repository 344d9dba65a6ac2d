import { BrowserWindow, type Session, session } from 'electron';

/** A page of a stranger in a hidden window, which the debugger drives. */
export interface RenderedPage {
  readonly contextId: string;
  readonly targetId: string;
  readonly pid: number;
  send(method: string, params: Record<string, unknown>, sessionId: string): Promise<unknown>;
  destroy(): void;
}

const contexts = new Map<string, Session>();
let lastContext = 0;

/** A session in memory, for one page. */
export function newContext(): string {
  lastContext += 1;
  const id = `render-${lastContext}`;
  const made = session.fromPartition(id, { cache: false });
  refuseAll(made);
  contexts.set(id, made);
  return id;
}

export function dropContext(id: string): void {
  const dropped = contexts.get(id);
  contexts.delete(id);
  // Electron keeps a session until it ends. Its content goes now, and the process after a number of pages.
  dropped?.clearStorageData().catch(() => undefined);
}

/**
 * Permissions, devices and downloads. Requests are not filtered here: where `webRequest` listens, Electron loses the policy (CSP) of the
 * responses that the debugger gives.
 */
function refuseAll(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
  target.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  target.setSpellCheckerEnabled(false);
  target.on('will-download', (event, item) => {
    event.preventDefault();
    item.cancel();
  });
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
}

/** Opens an empty page. `event` gets what its debugger says, with '' for the page's own session; `gone` is called when its process ends. */
export async function openPage(
  contextId: string,
  event: (method: string, params: unknown, sessionId: string) => void,
  gone: () => void,
): Promise<RenderedPage> {
  const own = contexts.get(contextId);
  if (!own) throw new Error('There is no such browser context.');
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: own,
      // Painted without a window: pictures and animation frames work though nothing is shown.
      offscreen: true,
      backgroundThrottling: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      plugins: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      enableWebSQL: false,
      disableDialogs: true,
      autoplayPolicy: 'document-user-activation-required',
      v8CacheOptions: 'none',
    },
  });
  const contents = window.webContents;
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setAudioMuted(true);
  contents.on('will-attach-webview', given => given.preventDefault());
  contents.on('render-process-gone', gone);
  await window.loadURL('about:blank');
  const { debugger: wire } = contents;
  wire.attach('1.3');
  wire.on('message', (_event, method, params, sessionId) => event(method, params, sessionId));
  wire.on('detach', gone);
  const { targetInfo } = (await wire.sendCommand('Target.getTargetInfo')) as { targetInfo: { targetId: string } };
  return {
    contextId,
    targetId: targetInfo.targetId,
    pid: contents.getOSProcessId(),
    send: (method, params, sessionId) => wire.sendCommand(method, params, sessionId === '' ? undefined : sessionId),
    destroy() {
      if (!window.isDestroyed()) window.destroy();
    },
  };
}
