import { Socket } from 'node:net';
import { app } from 'electron';
import { networkSwitches, renderSwitches } from '#shared/render-switches.ts';
import { dropContext, newContext, openPage, type RenderedPage } from './pages.ts';
import { type Command, openWire } from './wire.ts';

/**
 * Runs this process as a browser that renders: it shows no window of its own, knows nothing of the app, and speaks the DevTools Protocol on
 * the file descriptors 3 and 4 with the process that started it. It ends with that process. Call before `ready`.
 */
export function runRenderWorker(profile: string): void {
  app.setPath('userData', profile);
  app.setPath('sessionData', profile);
  for (const [name, value] of [...networkSwitches, ...renderSwitches]) {
    if (value === undefined) app.commandLine.appendSwitch(name);
    else app.commandLine.appendSwitch(name, value);
  }
  // See hardenProcess: for root there is no sandbox, and the process that starts this one has said so.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('window-all-closed', () => undefined);
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
  app.on('select-client-certificate', event => event.preventDefault());
  app.on('login', event => event.preventDefault());
  app.dock?.hide();

  const pages = new Map<string, RenderedPage>();
  /** Which page a session of a frame or worker belongs to. */
  const owners = new Map<string, string>();
  let lastPage = 0;

  const close = (session: string): void => {
    pages.get(session)?.destroy();
    pages.delete(session);
    for (const [child, owner] of owners) if (owner === session) owners.delete(child);
  };
  const create = async (contextId: string): Promise<{ targetId: string }> => {
    lastPage += 1;
    const own = `page-${lastPage}`;
    const page = await openPage(
      contextId,
      (method, params, child) => {
        const attached = (params as { sessionId?: unknown } | null)?.sessionId;
        if (method === 'Target.attachedToTarget' && typeof attached === 'string') owners.set(attached, own);
        wire.event(method, params, child === '' ? own : child);
      },
      () => wire.event('Inspector.targetCrashed', {}, own),
    );
    pages.set(own, page);
    wire.event(
      'Target.attachedToTarget',
      {
        sessionId: own,
        targetInfo: { targetId: page.targetId, type: 'page', url: 'about:blank', browserContextId: contextId },
        waitingForDebugger: false,
      },
      '',
    );
    return { targetId: page.targetId };
  };

  /** The browser's own commands, as far as the renderer uses them. What the handlers of a session refuse needs no command. */
  const commands: Readonly<Record<string, (params: Record<string, unknown>) => unknown>> = {
    'Browser.getVersion': () => ({ product: `Electron/${process.versions.chrome ?? '0'}` }),
    'Browser.grantPermissions': () => ({}),
    'Browser.setDownloadBehavior': () => ({}),
    'Browser.close': () => setImmediate(() => app.exit(0)) && {},
    'Target.setAutoAttach': () => ({}),
    'Target.createBrowserContext': () => ({ browserContextId: newContext() }),
    'Target.createTarget': ({ browserContextId }) => create(String(browserContextId)),
    'Target.disposeBrowserContext'({ browserContextId }) {
      for (const [session, page] of [...pages]) if (page.contextId === browserContextId) close(session);
      dropContext(String(browserContextId));
    },
    'SystemInfo.getProcessInfo': () => ({
      processInfo: [
        ...[...pages.values()].map(page => ({ type: 'renderer', id: page.pid })),
        ...app.getAppMetrics().flatMap(({ type, pid }) => (type === 'Tab' ? [] : [{ type: type.toLowerCase(), id: pid }])),
      ],
    }),
  };

  const carryOut = async ({ method, params, sessionId }: Command): Promise<unknown> => {
    await app.whenReady();
    if (sessionId === '') {
      const command = commands[method];
      if (!command) throw new Error(`'${method}' is not answered here`);
      return command(params);
    }
    const owner = owners.get(sessionId);
    const page = pages.get(owner ?? sessionId);
    if (!page) throw new Error('Session with given id not found.');
    return page.send(method, params, owner === undefined ? '' : sessionId);
  };

  const end = (): void => app.exit(0);
  const wire = openWire(
    new Socket({ fd: 3, readable: true, writable: false }),
    new Socket({ fd: 4, readable: false, writable: true }),
    carryOut,
    end,
  );
}
