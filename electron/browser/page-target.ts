import { BrowserGone, CdpError, type CdpEvent } from './cdp.ts';
import { deferred } from './deferred.ts';
import type { AttachedToTarget, RequestPaused } from './protocol.ts';
import type { RunningBrowser } from './running-browser.ts';

/** A page in a browser context of its own, which is deleted with it. Its target waits for `Runtime.runIfWaitingForDebugger`. */
export interface PageTarget {
  readonly targetId: string;
  readonly session: string;
  readonly contextId: string;
  /** Process that shows the page; null if the browser does not tell. */
  readonly pid: number | null;
  /** The browser's other processes, without those that show other pages: as the browser said it within the last second. */
  readonly sharedPids: () => Promise<readonly number[]>;
  /** Another page or worker in the page's context: it is closed. A request that only the browser itself saw: it failed. */
  onStranger: (what: string) => void;
  /** Deletes the context. False if the browser does not answer. */
  close(): Promise<boolean>;
}

/** Opens pages in one browser. */
export interface PageDesk {
  open(): Promise<PageTarget>;
  /** Renderer processes that show no page that is open. */
  readonly pages: number;
}

const closeMs = 5_000;
const pidLooks = 10;
const pidLookMs = 50;
/** A new process is noticed so late. */
const pidsLastMs = 1_000;

interface ProcessInfo {
  readonly processInfo: readonly { readonly type: string; readonly id: number }[];
}

/** Takes over the browser's own session. Every target starts suspended, so that none can send before we listen to it. */
export async function openDesk({ cdp, pid: browserPid }: RunningBrowser): Promise<PageDesk> {
  const byContext = new Map<string, { target: PageTarget | null; attached: (event: AttachedToTarget) => void }>();
  /** Processes that show pages, until they have ended. */
  const claimed = new Set<number>();
  let known: { readonly at: number; readonly pids: readonly number[] } = { at: Number.NEGATIVE_INFINITY, pids: [browserPid] };
  /** One page is opened at a time, so that the process that is new afterwards is its own. */
  let opening: Promise<unknown> = Promise.resolve();
  const quietly = (promise: Promise<unknown>): void => void promise.catch(() => undefined);

  const attached = (event: AttachedToTarget): void => {
    const { targetInfo, sessionId } = event;
    const owner = byContext.get(targetInfo.browserContextId ?? '');
    if (owner && owner.target === null && targetInfo.type === 'page') {
      owner.attached(event);
      return;
    }
    // Suspended since its start, and never let go.
    if (targetInfo.type === 'page' || targetInfo.type.endsWith('worker')) {
      quietly(cdp.send('Target.closeTarget', { targetId: targetInfo.targetId }));
      owner?.target?.onStranger(targetInfo.type === 'page' ? 'window.open' : targetInfo.type.replace('_', ' '));
    } else {
      quietly(cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId));
    }
  };

  cdp.listen('', ({ method, params }: CdpEvent) => {
    if (method === 'Target.attachedToTarget') attached(params as AttachedToTarget);
    else if (method === 'Fetch.requestPaused') {
      const { requestId } = params as RequestPaused;
      quietly(cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }));
    } else if (method === 'Browser.downloadWillBegin') {
      for (const { target } of byContext.values()) {
        if (target && (params as { frameId?: string }).frameId === target.targetId) target.onStranger('download');
      }
    }
  });
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  // Requests of pages are stopped in their own sessions. What comes here escaped those: nobody answers it.
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).catch(ignoreRefusal);

  const rendererPids = async (): Promise<readonly number[]> => {
    const info = await cdp.send<ProcessInfo>('SystemInfo.getProcessInfo').catch(ignoreRefusal);
    if (info === null) return [];
    const pids = new Set(info.processInfo.map(one => one.id));
    for (const pid of claimed) if (!pids.has(pid)) claimed.delete(pid);
    known = { at: performance.now(), pids: [...pids.add(browserPid)] };
    return info.processInfo.filter(one => one.type === 'renderer').map(one => one.id);
  };
  const sharedPids = async (): Promise<readonly number[]> => {
    if (performance.now() - known.at > pidsLastMs) {
      known = { ...known, at: performance.now() };
      // A browser that is busy answers late, and is looked at meanwhile.
      void rendererPids().catch(() => undefined);
    }
    return known.pids.filter(pid => !claimed.has(pid));
  };

  /** A process that has just started is listed a moment later. Without it, nobody would watch the memory of the page. */
  const newPid = async (before: readonly number[]): Promise<number | null> => {
    for (let look = 0; look < pidLooks; look++) {
      if (look > 0) await new Promise(resolve => setTimeout(resolve, pidLookMs));
      const pid = (await rendererPids()).find(one => !before.includes(one) && !claimed.has(one));
      if (pid !== undefined) return pid;
    }
    return null;
  };

  const openOne = async (): Promise<PageTarget> => {
    const { browserContextId } = await cdp.send<{ browserContextId: string }>('Target.createBrowserContext', {
      disposeOnDetach: true,
    });
    const arrival = deferred<AttachedToTarget>();
    const entry: { target: PageTarget | null; attached: (event: AttachedToTarget) => void } = {
      target: null,
      attached: arrival.resolve,
    };
    byContext.set(browserContextId, entry);
    const dispose = async (): Promise<boolean> => {
      byContext.delete(browserContextId);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<false>(resolve => {
        timer = setTimeout(resolve, closeMs, false);
      });
      const done = cdp.send('Target.disposeBrowserContext', { browserContextId }).then(
        () => true,
        error => error instanceof CdpError,
      );
      const isClosed = await Promise.race([done, late]);
      clearTimeout(timer);
      return isClosed;
    };
    try {
      const before = await rendererPids();
      await Promise.all([
        cdp.send('Browser.grantPermissions', { permissions: [], browserContextId }).catch(ignoreRefusal),
        cdp.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId, eventsEnabled: true }).catch(ignoreRefusal),
      ]);
      const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank', browserContextId });
      const { sessionId } = await Promise.race([
        arrival.promise,
        cdp.ended.then(() => {
          throw new BrowserGone();
        }),
      ]);
      const pid = await newPid(before);
      if (pid !== null) claimed.add(pid);
      const target: PageTarget = {
        targetId,
        session: sessionId,
        contextId: browserContextId,
        pid,
        sharedPids,
        onStranger: () => undefined,
        close: dispose,
      };
      entry.target = target;
      return target;
    } catch (error) {
      await dispose();
      throw error;
    }
  };

  return {
    open() {
      const next = opening.then(openOne);
      opening = next.catch(() => undefined);
      return next;
    },
    get pages() {
      return byContext.size;
    },
  };
}

/** A command that this browser does not know is done without. The end of the browser is not ignored. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof CdpError) return null;
  throw error;
}
