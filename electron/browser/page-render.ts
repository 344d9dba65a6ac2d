import type {
  RenderFailureCause,
  RenderOutcome,
  RenderRecord,
  RenderRequest,
  ResourceAnswer,
  ResourceRequest,
} from '#shared/model/rendering.ts';
import { BrowserGone, CdpError, type CdpEvent } from './cdp.ts';
import { deferred } from './deferred.ts';
import { devices } from './devices.ts';
import { finds, guards, paintsChange, reportBinding } from './in-page.ts';
import { createPageBudget } from './page-budget.ts';
import { type Ask, capturePage, picturesMs, takeScreenshots } from './page-capture.ts';
import { lineStepMs, startStopwatch, stepMs, waitOut, watchPulse } from './page-clock.ts';
import { answerRequests, type Held } from './page-requests.ts';
import type { PageTarget } from './page-target.ts';
import { watchPage } from './page-watch.ts';
import { watchMemory } from './process-memory.ts';
import { inTime, longestMs, pageTime, timeForStarved, timeFromNow } from './processor-time.ts';
import type { AttachedToTarget, Evaluated, RequestPaused, RequestWillBeSent } from './protocol.ts';
import type { RunningBrowser } from './running-browser.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** Ends a rendering early. */
class Ended extends Error {
  override readonly cause: RenderFailureCause;
  readonly movedTo: string;
  constructor(cause: RenderFailureCause, detail: string, movedTo = '') {
    super(detail);
    this.cause = cause;
    this.movedTo = movedTo;
  }
}

/** Events after which a request does not come to us any more. */
const endOfRequest = new Set(['Network.requestServedFromCache', 'Network.loadingFinished', 'Network.loadingFailed']);
/** Some browsers paint no frames of a page that nobody sees. */
const paintMs = 1_500;
/** The longest wait for all workers of a page, whose clock does not wait for them. */
const workersMs = 1_500;
/** Other schemes name documents of the browser or of this machine, which nobody has fetched. */
const notWeb = 'Only pages of http: and https: are rendered.';

/**
 * Renders one page in a target that `PageDesk` opened. Rejects with BrowserGone if the browser ends. The target must be closed afterwards;
 * after `timeout`, `waited`, `memory` and pictures that do not come, its process no longer answers, and is killed here. `isAlone`: no other page was in
 * the browser since this one came. Otherwise a page that fills the memory of the browser itself ends the browser, and is rendered again alone.
 */
export async function renderPage(
  browser: RunningBrowser,
  target: PageTarget,
  isAlone: () => boolean,
  page: RenderRequest,
  answer: (request: ResourceRequest, signal: AbortSignal) => Promise<ResourceAnswer>,
  signal: AbortSignal,
): Promise<RenderOutcome> {
  const { cdp } = browser;
  const early = deferred<never>();
  early.promise.catch(() => undefined);
  const end = (cause: RenderFailureCause, detail: string, movedTo = ''): void => early.reject(new Ended(cause, detail, movedTo));
  const orEarly = <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, early.promise]);
  const ask: Ask = (method, params = {}) => orEarly(cdp.send(method, params, target.session));

  const { limits } = page;
  const watch = watchPage();
  const processorTime = () => pageTime(target.pid, target.sharedPids);
  const moreTime = timeForStarved(processorTime, limits.wallMs);
  const stopwatch = startStopwatch(limits.wallMs, async () => {
    const more = await moreTime();
    if (more > 0) stopwatch.extend(more);
    else end('timeout', `The page kept the browser busy for ${Math.round(stopwatch.ms())} ms.`);
  });
  const throttle = page.line ? createThrottle(page.line) : null;
  const isHolding = (): boolean => (throttle?.held ?? 0) > 0;
  const requests = answerRequests({
    page,
    mainFrame: target.targetId,
    stopwatch,
    answer,
    throttle: throttle && { hold: bytes => holdBack(throttle, bytes), end: throttle.end },
    left: url => end('left', `The page moved to ${url}.`, url),
    refuse: watch.refuse,
  });
  const unwatch = watchMemory({ own: target.pid, shared: target.sharedPids }, limits.memoryBytes, (bytes, isOwn) => {
    if (isOwn || isAlone()) end('memory', `The page used ${Math.round(bytes / 1024 / 1024)} MiB of memory.`);
    // What it filled is not given back in time.
    if (!isOwn) browser.kill();
  });
  const life = setTimeout(
    () => end('waited', `The page had not ended after ${Math.round(limits.lifeMs / 1_000)} s, its wait for requests included.`),
    limits.lifeMs,
  );
  const noPulse = watchPulse(stopwatch, () => cdp.send('Runtime.evaluate', { expression: '1' }, target.session));
  const stop = (): void => end('stopped', 'The rendering was stopped.');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  void cdp.ended.then(() => early.reject(new BrowserGone()));
  target.onStranger = watch.refuse;

  let isLoaded = false;
  const budget = createPageBudget({
    ask,
    orEarly,
    isHolding,
    waiting: requests.waiting,
    activity: requests.activity,
    loaded: () => isLoaded,
    waitedMs: async () => (await processorTime())?.waitedMs ?? null,
  });
  /** How far the page's clock came. */
  let pageMs = 0;
  /** Puts an answer on the line. Fulfils when it is there, and the clock that stood still for it runs on. */
  const holdBack = async (line: Throttle, bytes: number): Promise<Held> => {
    // Chromium 114 crashes when it is asked for the clock of a document that has just begun.
    line.clock(pageMs === 0 ? 0 : await budget.clock(pageMs));
    const arrival = line.hold(bytes);
    budget.held();
    return { arrival };
  };
  let commits = 0;
  let isMuted = false;
  const sessions = new Set<string>([target.session]);
  const workers = new Set<string>();
  const quietly = (method: string, params: object, session: string): void =>
    void cdp.send(method, params, session).catch(() => undefined);

  const mute = (): void => {
    if (isMuted) return;
    isMuted = true;
    for (const one of sessions) {
      quietly('Runtime.disable', {}, one);
      quietly('Log.disable', {}, one);
    }
  };
  const take = (event: CdpEvent): void => {
    took(event);
    if (watch.isLoud) mute();
  };
  const took = (event: CdpEvent): void => {
    const { method, params, session } = event;
    if (method === 'Fetch.requestPaused')
      requests.paused(params as RequestPaused, (name, given) => cdp.send(name, given, session));
    else if (method === 'Network.requestWillBeSent') requests.sent(params as RequestWillBeSent);
    else if (endOfRequest.has(method)) requests.done((params as { requestId: string }).requestId);
    else if (method === 'Target.attachedToTarget') attached(params as AttachedToTarget);
    else if (method === 'Target.detachedFromTarget') workers.delete((params as { sessionId: string }).sessionId);
    else if (method === 'Page.javascriptDialogOpening') {
      watch.refuse(`dialog ${(params as { type: string }).type}`);
      quietly('Page.handleJavaScriptDialog', { accept: false }, session);
    } else if (session !== target.session) watch.take(event);
    else if (method === 'Emulation.virtualTimeBudgetExpired') budget.expired();
    else if (method === 'Page.loadEventFired') isLoaded = true;
    else if (method === 'Page.frameNavigated') {
      const { frame } = params as { frame: { id: string; url: string } };
      if (frame.id !== target.targetId) return;
      commits += 1;
      if (commits > 1) end('left', `The page moved to ${frame.url}.`, frame.url);
    } else if (method === 'Inspector.targetCrashed') end('crashed', 'The process of the page crashed.');
    else if (method === 'Inspector.detached') end('crashed', 'The page closed itself.');
    else watch.take(event);
  };

  /** A frame in a process of its own, or a worker: it waits until its requests are stopped too. */
  const attached = ({ sessionId, targetInfo }: AttachedToTarget): void => {
    if (targetInfo.type !== 'iframe' && targetInfo.type !== 'worker' && !targetInfo.type.endsWith('worklet')) {
      if (targetInfo.type === 'page') watch.refuse('window.open');
      else watch.refuse(targetInfo.type.replace('_', ' '));
      quietly('Target.closeTarget', { targetId: targetInfo.targetId }, '');
      return;
    }
    sessions.add(sessionId);
    if (targetInfo.type === 'worker') workers.add(sessionId);
    cdp.listen(sessionId, take);
    quietly('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
    quietly('Network.enable', networkOptions, sessionId);
    if (!isMuted) quietly('Runtime.enable', {}, sessionId);
    quietly('Target.setAutoAttach', autoAttach, sessionId);
    if (targetInfo.type === 'iframe') {
      quietly('Page.enable', {}, sessionId);
      quietly('Runtime.addBinding', { name: reportBinding }, sessionId);
      quietly('Page.addScriptToEvaluateOnNewDocument', { source: guards, runImmediately: true }, sessionId);
    }
    quietly('Runtime.runIfWaitingForDebugger', {}, sessionId);
  };

  /** Fulfils when a worker has answered twice: the first time may come after it got a response, but before its promise ran. */
  const hadItsTurn = async (session: string): Promise<void> => {
    for (let turn = 0; turn < 2; turn++) await cdp.send('Runtime.evaluate', { expression: '1' }, session).catch(() => undefined);
  };

  /** The answer; null if it does not come in time. */
  const answerIn = async <T>(ms: number, asks: () => Promise<T>): Promise<T | null> => {
    // Before the question: if that failed during this wait, nobody would handle its error.
    const look = await timeFromNow(processorTime);
    return orEarly(inTime(asks(), look, ms));
  };

  const record = (): RenderRecord => ({
    requests: requests.list(),
    requestsDropped: requests.dropped,
    console: watch.console,
    refused: watch.refused,
    pageMs: Math.round(pageMs),
    wallMs: Math.round(stopwatch.ms()),
  });

  cdp.listen(target.session, take);
  try {
    if (!/^https?:\/\//i.test(page.url)) throw new Ended('crashed', notWeb);
    await prepare(ask, page, browser.major);
    await budget.ahead(limits.lifeMs);
    const navigated = await ask<{ errorText?: string; isDownload?: boolean }>('Page.navigate', { url: page.url });
    if (navigated.errorText) throw new Ended('crashed', `The browser did not show the page: ${navigated.errorText}.`);
    const world = async (): Promise<number> =>
      (
        await ask<{ executionContextId: number }>('Page.createIsolatedWorld', {
          frameId: target.targetId,
          worldName: 'crawlscope',
        })
      ).executionContextId;
    let context: number | null = null;
    const evaluate = async <T>(expression: string, awaitPromise = false): Promise<Evaluated<T>> => {
      context ??= await world();
      return ask<Evaluated<T>>('Runtime.evaluate', { contextId: context, expression, returnByValue: true, awaitPromise });
    };
    const endedBy = await waitOut(
      {
        async run(ms) {
          const passed = pageMs + (await orEarly(budget.run(ms)));
          pageMs = throttle ? await budget.clock(passed) : passed;
          return pageMs;
        },
        async answered(now) {
          throttle?.clock(now);
          await orEarly(requests.answered());
          if (!throttle || throttle.give() === 0) return;
          // What was given is under way when the promises of its requests have run.
          await new Promise(resolve => setImmediate(resolve));
          await orEarly(requests.answered());
        },
        isOnTheWay: isHolding,
        stepMs: throttle ? lineStepMs : stepMs,
        activity: requests.activity,
        loaded: () => isLoaded,
        async finds(selector) {
          const { result, exceptionDetails } = await evaluate<boolean>(finds(selector));
          return exceptionDetails ? null : result.value === true;
        },
        async workersTookUp() {
          if (workers.size === 0) return false;
          await answerIn(workersMs, () => Promise.all([...workers].map(hadItsTurn)));
          return true;
        },
        async painted() {
          const changed = await answerIn(paintMs, () => evaluate<boolean>(paintsChange, true));
          return changed?.result.value === true;
        },
      },
      page.wait,
      limits.pageMs,
    );
    context ??= await world();
    const captured = await capturePage(ask, context, limits.htmlBytes);
    if (!captured) throw new Ended('too-large', `The rendered page has more than ${limits.htmlBytes} bytes.`);
    const rendered = { kind: 'rendered', endedBy, ...captured } as const;
    if (!page.screenshots) return { ...rendered, ...record(), screenshots: [], picturesMissing: '' };
    // What the page does from here on changes nothing but its pictures.
    requests.end();
    stopwatch.stop();
    const pictureTime = await timeFromNow(processorTime);
    const morePictureTime = timeForStarved(pictureTime, picturesMs, longestMs(limits.wallMs));
    const { screenshots, missing, isLate } = await takeScreenshots(ask, devices[page.device], morePictureTime);
    if (isLate && target.pid !== null) killProcess(target.pid);
    return { ...rendered, ...record(), screenshots, picturesMissing: missing };
  } catch (error) {
    if (error instanceof BrowserGone) throw error;
    const { cause, message, movedTo } =
      error instanceof Ended ? error : new Ended('crashed', error instanceof CdpError ? error.message : String(error));
    if (target.pid !== null && (cause === 'timeout' || cause === 'waited' || cause === 'memory')) killProcess(target.pid);
    return { kind: 'failed', ...record(), cause, detail: message, movedTo };
  } finally {
    requests.end();
    stopwatch.stop();
    noPulse();
    clearTimeout(life);
    unwatch();
    signal.removeEventListener('abort', stop);
    for (const one of sessions) cdp.listen(one, null);
  }
}

const networkOptions = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };
const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/** Sets up everything before the page's first request. The commands go out at once; the browser runs them in order. */
async function prepare(ask: Ask, { device, locale, userAgent }: RenderRequest, major: number): Promise<void> {
  const { width, height, scale, mobile, platform, userAgent: agent } = devices[device];
  const optional = (promise: Promise<unknown>): Promise<unknown> =>
    promise.catch((error: unknown) => {
      if (!(error instanceof CdpError)) throw error;
    });
  const brands = [{ brand: 'Chromium', version: String(major) }];
  await Promise.all([
    ask('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ask('Page.enable'),
    ask('Runtime.enable'),
    ask('Log.enable'),
    ask('Performance.enable'),
    ask('Network.enable', networkOptions),
    ask('Target.setAutoAttach', autoAttach),
    ask('Runtime.addBinding', { name: reportBinding }),
    ask('Page.addScriptToEvaluateOnNewDocument', { source: guards }),
    ask('DOM.enable'),
    optional(ask('DOM.setNodeStackTracesEnabled', { enable: true })),
    ask('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: scale,
      mobile,
      screenWidth: width,
      screenHeight: height,
    }),
    ask('Emulation.setTouchEmulationEnabled', { enabled: mobile, maxTouchPoints: mobile ? 5 : 1 }),
    ask('Emulation.setUserAgentOverride', {
      userAgent: agent(major, userAgent),
      acceptLanguage: locale,
      platform,
      userAgentMetadata: {
        brands,
        platform: mobile ? 'Android' : 'Linux',
        platformVersion: mobile ? '6.0.1' : '',
        architecture: '',
        model: mobile ? 'Nexus 5X' : '',
        mobile,
      },
    }),
    optional(ask('Emulation.setLocaleOverride', { locale: locale.replace('-', '_') })),
    optional(ask('Emulation.setTimezoneOverride', { timezoneId: 'UTC' })),
    ask('Runtime.runIfWaitingForDebugger'),
  ]);
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
