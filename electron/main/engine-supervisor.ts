import type { CrawlStatus } from '#shared/model/crawl.ts';
import type { ControlCalls, ControlName } from '#shared/rpc/control.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { protocol } from '#shared/rpc/protocol.ts';
import type { ToHost } from '#shared/rpc/types.ts';
import { readMessage } from './engine-messages.ts';

/** A running engine in any kind of process. */
export interface EngineProcess {
  send(message: ToHost): void;
  /** Ends it immediately. */
  kill(): void;
}
export interface EngineEvents {
  message(message: unknown): void;
  exit(code: number | null): void;
}
/** Starts one process. May throw if no runtime can run it. */
export type StartEngine = (events: EngineEvents) => EngineProcess;

/** Timers of the supervisor in milliseconds, replaceable so that tests do not wait. */
export interface Clock {
  now(): number;
  after(ms: number, action: () => void): () => void;
}

export interface Engine {
  /** Forwards a validated call of the window. Rejects with RpcError. */
  forward(name: string, input: unknown): Promise<unknown>;
  control<N extends ControlName>(name: N, input: Parameters<ControlCalls[N]>[0]): ReturnType<ControlCalls[N]>;
  /** Starts the engine if none was started yet. Resolves when an engine takes calls; rejects with RpcError when none will. */
  ready(): Promise<void>;
  /** Restarts the engine after the supervisor gave up. */
  revive(): void;
  /** Ends a stuck process and starts another. Calls waiting for the stuck process fail. */
  restart(reason: string): void;
  /** Requests a clean close, waits at most `stopMs`, then kills the process. Nothing is restarted afterwards. */
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  readonly start: StartEngine;
  readonly clock: Clock;
  /** Called when the engine is ready, before queued calls are sent. Reopens the file in a restarted engine. */
  readonly onReady: (restarted: boolean) => Promise<void>;
  readonly onStatus: (status: CrawlStatus | null) => void;
  /** The engine crashed `maxRestarts` times within a minute and stays down until `revive`. */
  readonly onGivenUp: (reason: string) => void;
  readonly log: (text: string) => void;
  /** Whether the engine crawls. While it does, it has to answer now and then, or it is replaced. */
  readonly isCrawling?: () => boolean;
  /** Calls `start` when the first process may start; more than once does no harm. The first call starts it earlier. Without it, it starts at once. */
  readonly startLater?: (start: () => void) => void;
}

export const maxRestarts = 5;
export const restartWindowMs = 60_000;
export const maxBackOffMs = 5_000;
const readyMs = 20_000;
export const stopMs = 3_000;
const maxWaiting = 2_000;
const maxMalformed = 3;
/** While the engine crawls, it is asked for a sign of life this often, and replaced when it owes so many. */
export const heartbeatMs = 5_000;
export const mostMissedBeats = 4;

interface Waiting {
  readonly message: ToHost;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: RpcError) => void;
}

/** What waits for an engine that takes calls. */
interface Queued {
  readonly go: () => void;
  readonly reject: (error: RpcError) => void;
}

type State = 'starting' | 'ready' | 'resting' | 'down' | 'stopped';

/**
 * Keeps one engine running from its first start on. Calls made during the start are queued. Calls already sent to a crashed engine fail with
 * `unavailable`, because their progress is unknown. Message ids are our own and never reused.
 */
export function superviseEngine(options: SupervisorOptions): Engine {
  const { clock, log } = options;
  let state: State = 'resting';
  let downBecause = downReason;
  let running: EngineProcess | null = null;
  let generation = 0;
  let nextId = 1;
  let malformed = 0;
  let restarts: number[] = [];
  let cancelTimer: () => void = () => undefined;
  let cancelBeat: () => void = () => undefined;
  let exited: () => void = () => undefined;
  const sent = new Map<number, Waiting>();
  let queued: Queued[] = [];

  const gone = (): RpcError =>
    new RpcError('unavailable', 'The crawl engine stopped unexpectedly. Crawlscope is restarting it; please try again.');
  const failAll = (list: Iterable<Queued | Waiting>, error: RpcError): void => {
    for (const waiting of list) waiting.reject(error);
  };

  const takeQueued = (): Queued[] => {
    const all = queued;
    queued = [];
    return all;
  };
  /** No engine will take what waits for one. */
  const failQueued = (reason: string): void => failAll(takeQueued(), new RpcError('unavailable', reason));

  const transmit = (waiting: Waiting): void => {
    sent.set(waiting.message.id, waiting);
    running?.send(waiting.message);
  };
  /** Goes on now if an engine takes calls, or if one runs and it is urgent; else when one does. */
  const whenReady = (waiting: Queued, urgent: boolean): void => {
    const rejects = (reason: string): void => waiting.reject(new RpcError('unavailable', reason));
    if (state === 'ready' || (urgent && running)) waiting.go();
    else if (state === 'down') rejects(downBecause);
    else if (state === 'stopped') rejects(closing);
    else if (queued.length >= maxWaiting) rejects('The crawl engine is not ready yet.');
    else {
      queued.push(waiting);
      launchFirst();
    }
  };
  const ask = (name: string, input: unknown, urgent: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const waiting = { message: { kind: 'call' as const, id: nextId++, name, input }, resolve, reject };
      whenReady({ go: () => transmit(waiting), reject }, urgent);
    });

  const launch = (): void => {
    const mine = ++generation;
    const restarted = mine > 1;
    state = 'starting';
    malformed = 0;
    const current = (action: () => void) => {
      if (mine === generation) action();
    };
    try {
      running = options.start({
        message: message => current(() => receive(message, restarted)),
        exit: code => current(() => ended(`exit code ${code ?? 'none'}`)),
      });
    } catch (error) {
      ended(String(error));
      return;
    }
    cancelTimer = clock.after(readyMs, () => {
      log('no sign of life after starting');
      end();
    });
  };

  /** Ends the running process and treats it as exited at once, because a stuck process may exit slowly. */
  const end = (): void => {
    running?.kill();
    ended('ended by the shell');
  };

  const ended = (how: string): void => {
    generation += 1;
    running = null;
    cancelTimer();
    cancelBeat();
    exited();
    failAll(sent.values(), gone());
    sent.clear();
    if (state === 'stopped') return;
    log(`engine gone: ${how}`);
    const now = clock.now();
    restarts = restarts.filter(at => now - at < restartWindowMs);
    if (restarts.length >= maxRestarts) {
      giveUp(downReason);
      return;
    }
    state = 'resting';
    const pause = Math.min(maxBackOffMs, 200 * 2 ** restarts.length);
    restarts.push(now);
    options.onStatus(null);
    cancelTimer = clock.after(pause, launch);
  };

  const giveUp = (reason: string): void => {
    state = 'down';
    downBecause = reason;
    failQueued(reason);
    options.onGivenUp(reason);
  };

  /** An engine of another build may misunderstand a call, so it gets none. It is not restarted: the next start would run the same build. */
  const refuse = (theirs: number): void => {
    log(`the engine has protocol ${theirs}, not ${protocol}`);
    generation += 1;
    running?.kill();
    running = null;
    cancelTimer();
    exited();
    failAll(sent.values(), gone());
    sent.clear();
    if (state !== 'stopped') giveUp(otherBuild);
  };

  const ready = async (restarted: boolean): Promise<void> => {
    const mine = generation;
    cancelTimer();
    try {
      await options.onReady(restarted);
    } catch (error) {
      log(`after starting: ${String(error)}`);
    }
    if (mine !== generation || state !== 'starting') return;
    state = 'ready';
    for (const { go } of takeQueued()) go();
    watch(mine, 0);
  };

  /** Counts the beats that are owed, not the time: a computer that slept has missed none. */
  const watch = (mine: number, missed: number): void => {
    if (!options.isCrawling) return;
    let owed = missed;
    cancelBeat = clock.after(heartbeatMs, () => {
      if (mine !== generation || state !== 'ready') return;
      if (!options.isCrawling?.()) return watch(mine, 0);
      if (owed >= mostMissedBeats) {
        log('no sign of life while crawling');
        end();
        return;
      }
      owed += 1;
      const lives = (): void => {
        if (mine !== generation) return;
        cancelBeat();
        watch(mine, 0);
      };
      ask('engine.heartbeat', {}, false).then(lives, () => undefined);
      watch(mine, owed);
    });
  };

  let isReady = 0;
  const receive = (raw: unknown, restarted: boolean): void => {
    const message = readMessage(raw);
    const greets = message?.kind === 'hello';
    // Once, and before everything else.
    if (!message || greets === (isReady === generation)) {
      malformed += 1;
      log('malformed message from the engine');
      const id = typeof raw === 'object' && raw !== null && 'id' in raw ? Number(raw.id) : 0;
      sent.get(id)?.reject(new RpcError('internal', 'The crawl engine returned a damaged response. Please try again.'));
      sent.delete(id);
      if (malformed >= maxMalformed) end();
      return;
    }
    if (message.kind === 'hello') {
      if (message.protocol !== protocol) {
        refuse(message.protocol);
        return;
      }
      isReady = generation;
      options.onStatus(null);
      void ready(restarted);
      return;
    }
    if (message.kind === 'topic') {
      if (message.name === 'status') options.onStatus(message.payload as CrawlStatus | null);
      return;
    }
    const waiting = sent.get(message.id);
    sent.delete(message.id);
    if (message.kind === 'result') waiting?.resolve(message.value);
    else waiting?.reject(new RpcError(message.error.code, message.error.message));
  };

  const launchFirst = (): void => {
    if (generation === 0 && state === 'resting') launch();
  };
  if (options.startLater) options.startLater(launchFirst);
  else launchFirst();
  return {
    forward: (name, input) => ask(name, input, false),
    // Control calls skip the queue, because `onReady` uses them to reopen the file before any other call.
    control: (name, input) => ask(name, input, state === 'starting' && isReady === generation) as never,
    ready: () => new Promise((resolve, reject) => whenReady({ go: resolve, reject }, false)),
    revive() {
      if (state !== 'down') return;
      restarts = [];
      launch();
    },
    restart(reason) {
      if (!running) return;
      log(`ended: ${reason}`);
      end();
    },
    async stop() {
      if (state === 'stopped') return;
      const last = running;
      const wasReady = state === 'ready';
      state = 'stopped';
      cancelTimer();
      failQueued(closing);
      if (!last) return;
      const end = new Promise<void>(resolve => (exited = resolve));
      if (wasReady) {
        const closed = new Promise<void>(resolve => {
          transmit({
            message: { kind: 'call', id: nextId++, name: 'session.close', input: {} },
            resolve: () => resolve(),
            reject: () => resolve(),
          });
        });
        await Promise.race([closed, new Promise<void>(resolve => clock.after(stopMs, resolve))]);
      }
      last.kill();
      await Promise.race([end, new Promise<void>(resolve => clock.after(1_000, resolve))]);
    },
  };
}

const closing = 'Crawlscope is closing.';
const otherBuild = 'The crawl engine belongs to another build of Crawlscope. Install Crawlscope again.';
const downReason =
  'The crawl engine stopped several times in a row. Your crawl file is safe; start the engine again or restart Crawlscope.';
