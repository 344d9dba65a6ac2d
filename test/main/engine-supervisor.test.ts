import { describe, expect, test } from 'vitest';
import { deepestResult, mostValues, readMessage } from '#main/engine-messages.ts';
import {
  type EngineEvents,
  heartbeatMs,
  maxBackOffMs,
  maxRestarts,
  mostMissedBeats,
  stopMs,
  superviseEngine,
} from '#main/engine-supervisor.ts';
import { createRateLimit } from '#main/rate-limit.ts';
import { protocol } from '#shared/rpc/protocol.ts';
import type { ToHost } from '#shared/rpc/types.ts';

/** A clock that moves only on request. */
function fakeClock() {
  let time = 0;
  let timers: { at: number; action: () => void }[] = [];
  return {
    now: () => time,
    after(ms: number, action: () => void) {
      const timer = { at: time + ms, action };
      timers.push(timer);
      return () => {
        timers = timers.filter(other => other !== timer);
      };
    },
    pass(ms: number) {
      const end = time + ms;
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter(other => other !== due);
        time = due.at;
        due.action();
      }
      time = end;
    },
    next: () => Math.min(...timers.map(({ at }) => at)) - time,
  };
}

interface Fake {
  readonly events: EngineEvents;
  readonly received: ToHost[];
  killed: boolean;
}
const settle = async () => {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
};
const readyMessage = { kind: 'hello', protocol };

function setUp(options: { failToStart?: boolean; isCrawling?: () => boolean; startLater?: (start: () => void) => void } = {}) {
  const clock = fakeClock();
  const started: Fake[] = [];
  const givenUp: string[] = [];
  const statuses: unknown[] = [];
  let reopen: (restarted: boolean) => Promise<void> = async () => undefined;
  const engine = superviseEngine({
    start(events) {
      if (options.failToStart) throw new Error('nothing here can run it');
      const fake: Fake = { events, received: [], killed: false };
      started.push(fake);
      return {
        send: message => fake.received.push(message),
        kill: () => {
          fake.killed = true;
        },
      };
    },
    clock,
    onReady: restarted => reopen(restarted),
    onStatus: status => statuses.push(status),
    onGivenUp: reason => givenUp.push(reason),
    log: () => undefined,
    ...(options.isCrawling ? { isCrawling: options.isCrawling } : {}),
    ...(options.startLater ? { startLater: options.startLater } : {}),
  });
  const latest = (): Fake => started.at(-1)!;
  const ready = async () => {
    latest().events.message(readyMessage);
    await settle();
  };
  return { clock, engine, started, givenUp, statuses, latest, ready, onReopen: (work: typeof reopen) => (reopen = work) };
}

describe('the engine’s supervisor', () => {
  test('calls made while it starts wait for it', async () => {
    const { engine, latest, ready } = setUp();
    const answer = engine.forward('status.get', {});
    expect(latest().received).toEqual([]);
    await ready();
    const message = latest().received[0]!;
    expect(message).toMatchObject({ kind: 'call', name: 'status.get', input: {} });
    latest().events.message({ kind: 'result', id: message.id, value: 'yes' });
    expect(await answer).toBe('yes');
  });

  describe('of an engine that starts later', () => {
    const later = () => {
      let start = (): void => undefined;
      return { ...setUp({ startLater: given => (start = given) }), start: () => start() };
    };

    test('it starts when it is told to, and only once', async () => {
      const { started, start, ready, engine, latest } = later();
      expect(started).toHaveLength(0);
      start();
      start();
      await ready();
      start();
      expect(started).toHaveLength(1);
      void engine.forward('status.get', {});
      expect(latest().received).toMatchObject([{ name: 'status.get' }]);
    });

    test('the first call starts it, and reaches it', async () => {
      const { started, start, ready, engine, latest } = later();
      const answer = engine.control('session.open', { path: 'a.crawl' });
      expect(started).toHaveLength(1);
      start();
      expect(started).toHaveLength(1);
      await ready();
      const message = latest().received[0]!;
      expect(message).toMatchObject({ name: 'session.open', input: { path: 'a.crawl' } });
      latest().events.message({ kind: 'result', id: message.id, value: null });
      await answer;
    });

    test('waiting for it starts it, and ends when it takes calls', async () => {
      const { started, ready, engine } = later();
      let isReady = false;
      const waiting = engine.ready().then(() => (isReady = true));
      expect(started).toHaveLength(1);
      await settle();
      expect(isReady).toBe(false);
      await ready();
      await waiting;
      await engine.ready();
    });

    test('who waits for it hears that the app is closing, or that it does not start', async () => {
      const closed = later();
      const waiting = expect(closed.engine.ready()).rejects.toThrow('Crawlscope is closing.');
      await settle();
      const stopped = closed.engine.stop();
      await settle();
      closed.latest().events.exit(0);
      await Promise.all([waiting, stopped]);
      await expect(closed.engine.ready()).rejects.toThrow('Crawlscope is closing.');
      const down = setUp({ failToStart: true });
      const never = expect(down.engine.ready()).rejects.toMatchObject({ code: 'unavailable' });
      down.clock.pass(60_000);
      await never;
      await expect(down.engine.ready()).rejects.toMatchObject({ code: 'unavailable' });
      expect(down.givenUp).toHaveLength(1);
    });

    test('it does not start after the app was closed', async () => {
      const { started, start, engine } = later();
      await engine.stop();
      start();
      await expect(engine.forward('status.get', {})).rejects.toMatchObject({ code: 'unavailable' });
      expect(started).toHaveLength(0);
    });

    test('it restarts by itself, not at a call', async () => {
      const { started, start, ready, engine, latest, clock } = later();
      start();
      await ready();
      latest().events.exit(7);
      void engine.forward('status.get', {}).catch(() => undefined);
      expect(started).toHaveLength(1);
      clock.pass(maxBackOffMs);
      expect(started).toHaveLength(2);
    });
  });

  test('calls it had received when it died fail with unavailable, later ones reach its successor', async () => {
    const { engine, latest, ready, clock, started } = setUp();
    await ready();
    const lost = engine.forward('status.get', {});
    latest().events.exit(7);
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    const kept = engine.forward('status.get', {});
    clock.pass(maxBackOffMs);
    expect(started).toHaveLength(2);
    await ready();
    latest().events.message({ kind: 'result', id: latest().received[0]!.id, value: 1 });
    expect(await kept).toBe(1);
  });

  test('E94: an engine that gives no sign of life while it crawls is replaced; one that answers, or does not crawl, is not', async () => {
    let isCrawling = false;
    const { latest, ready, clock, started } = setUp({ isCrawling: () => isCrawling });
    await ready();
    clock.pass(20 * heartbeatMs);
    expect(latest().received).toEqual([]);
    isCrawling = true;
    for (let n = 0; n < 10; n += 1) {
      clock.pass(heartbeatMs);
      const beat = latest().received.at(-1)!;
      expect(beat.name).toBe('engine.heartbeat');
      latest().events.message({ kind: 'result', id: beat.id, value: null });
      await settle();
    }
    expect(started).toHaveLength(1);
    expect(latest().received).toHaveLength(10);
    clock.pass(mostMissedBeats * heartbeatMs);
    expect(latest().killed).toBe(false);
    clock.pass(heartbeatMs);
    expect(started[0]?.killed).toBe(true);
    clock.pass(maxBackOffMs);
    expect(started).toHaveLength(2);
  });

  test('a restarted engine is brought back to the file before anything else is asked', async () => {
    const { engine, latest, ready, clock, onReopen } = setUp();
    const seen: boolean[] = [];
    onReopen(async restarted => {
      seen.push(restarted);
      if (restarted) await engine.control('session.open', { path: '/x.crawl' });
    });
    await ready();
    latest().events.exit(null);
    const waiting = engine.forward('status.get', {});
    clock.pass(maxBackOffMs);
    await ready();
    expect(latest().received.map(({ name }) => name)).toEqual(['session.open']);
    latest().events.message({ kind: 'result', id: latest().received[0]!.id, value: null });
    await settle();
    expect(latest().received.map(({ name }) => name)).toEqual(['session.open', 'status.get']);
    latest().events.message({ kind: 'result', id: latest().received[1]!.id, value: 2 });
    expect(await waiting).toBe(2);
    expect(seen).toEqual([false, true]);
  });

  test('pauses grow, never beyond 5 s, and five restarts within a minute are the end', async () => {
    const { engine, latest, clock, started, givenUp } = setUp();
    const pauses: number[] = [];
    for (let n = 0; n < maxRestarts; n += 1) {
      latest().events.exit(1);
      pauses.push(clock.next());
      clock.pass(maxBackOffMs);
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(maxBackOffMs);
    expect(givenUp).toEqual([]);
    const waiting = engine.forward('status.get', {});
    latest().events.exit(1);
    expect(givenUp).toHaveLength(1);
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    await expect(engine.forward('status.get', {})).rejects.toMatchObject({ code: 'unavailable' });
    clock.pass(600_000);
    expect(started).toHaveLength(maxRestarts + 1);
    engine.revive();
    expect(started).toHaveLength(maxRestarts + 2);
  });

  test('crashes far apart never add up', async () => {
    const { latest, clock, givenUp, started, ready } = setUp();
    for (let n = 0; n < 20; n += 1) {
      await ready();
      clock.pass(60_000);
      latest().events.exit(1);
      clock.pass(maxBackOffMs);
    }
    expect(givenUp).toEqual([]);
    expect(started).toHaveLength(21);
  });

  test('an engine that cannot be started at all is given up, not looped', () => {
    const { clock, givenUp } = setUp({ failToStart: true });
    clock.pass(60_000);
    expect(givenUp).toHaveLength(1);
  });

  test('an engine that says nothing after starting is replaced', () => {
    const { clock, started } = setUp();
    clock.pass(30_000);
    expect(started[0]?.killed).toBe(true);
    expect(started.length).toBeGreaterThan(1);
  });

  test('three malformed messages end it; its late exit is not counted twice', async () => {
    const { latest, ready, clock, started } = setUp();
    await ready();
    const first = latest();
    for (let n = 0; n < 3; n += 1) first.events.message({ kind: 'nonsense' });
    expect(first.killed).toBe(true);
    clock.pass(maxBackOffMs);
    expect(started).toHaveLength(2);
    first.events.exit(null);
    first.events.message(readyMessage);
    clock.pass(maxBackOffMs);
    expect(started).toHaveLength(2);
  });

  test('stopping asks for a clean close, then ends it', async () => {
    const { engine, latest, ready } = setUp();
    await ready();
    const stopped = engine.stop();
    await settle();
    expect(latest().received.map(({ name }) => name)).toEqual(['session.close']);
    expect(latest().killed).toBe(false);
    latest().events.message({ kind: 'result', id: latest().received[0]!.id, value: undefined });
    await settle();
    expect(latest().killed).toBe(true);
    latest().events.exit(0);
    await stopped;
    await expect(engine.forward('status.get', {})).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('stopping waits at most three seconds', async () => {
    const { engine, latest, ready, clock, started } = setUp();
    await ready();
    const stopped = engine.stop();
    clock.pass(stopMs - 1);
    await settle();
    expect(latest().killed).toBe(false);
    clock.pass(1);
    await settle();
    expect(latest().killed).toBe(true);
    clock.pass(1_000);
    await stopped;
    latest().events.exit(null);
    clock.pass(60_000);
    expect(started).toHaveLength(1);
  });

  test('only the forms of the protocol are messages', () => {
    for (const raw of [
      null,
      1,
      'x',
      {},
      { kind: 'result' },
      { kind: 'result', id: '1' },
      { kind: 'error', id: 1 },
      { kind: 'error', id: 1, error: { code: 1 } },
      { kind: 'topic', name: 'other' },
      { kind: 'hello' },
      { kind: 'hello', protocol: 'x' },
    ]) {
      expect(readMessage(raw)).toBeNull();
    }
    expect(readMessage({ kind: 'error', id: 1, error: { code: 'refused', message: 'no' } })).not.toBeNull();
  });

  test('E76: results are bounded plain data', () => {
    const result = (value: unknown) => readMessage({ kind: 'result', id: 1, value });
    const nested = (depth: number): unknown => (depth === 0 ? 'x' : { inner: nested(depth - 1) });
    const own = JSON.parse('{"__proto__": 1}');
    for (const value of [null, 'x', [1, { a: undefined }], new Int32Array(mostValues), nested(deepestResult - 2)])
      expect(result(value)).not.toBeNull();
    for (const value of [
      new Map(),
      new Date(0),
      1n,
      { list: [new Error('x')] },
      own,
      new Array(mostValues).fill(0),
      new Array(4_000_000_000),
      nested(deepestResult),
    ])
      expect(result(value)).toBeNull();
  });

  test('E76: an engine of another build gets no call, and is not started again', async () => {
    const { engine, latest, clock, started, givenUp } = setUp();
    const early = engine.forward('status.get', {});
    latest().events.message({ kind: 'hello', protocol: protocol + 1 });
    await expect(early).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('another build') });
    expect(latest()).toMatchObject({ killed: true, received: [] });
    clock.pass(60_000);
    expect(started).toHaveLength(1);
    expect(givenUp).toHaveLength(1);
    await expect(engine.forward('status.get', {})).rejects.toMatchObject({ message: expect.stringContaining('another build') });
  });

  test('E76: an engine of another build that greets while the app closes is not reported', async () => {
    const { engine, latest, givenUp } = setUp();
    const { events } = latest();
    const closed = engine.stop();
    events.message({ kind: 'hello', protocol: protocol + 1 });
    await closed;
    expect(givenUp).toEqual([]);
    await expect(engine.forward('status.get', {})).rejects.toMatchObject({ message: expect.stringContaining('closing') });
  });

  test('E76: what an engine says before it is known counts as malformed, and so does a second greeting', async () => {
    const { latest } = setUp();
    const first = latest();
    first.events.message({ kind: 'topic', name: 'status', payload: null });
    first.events.message(readyMessage);
    first.events.message(readyMessage);
    expect(first.killed).toBe(false);
    first.events.message(readyMessage);
    expect(first.killed).toBe(true);
  });

  test('E76: a call with a damaged response fails at once', async () => {
    const { engine, latest, ready } = setUp();
    await ready();
    const answer = engine.forward('status.get', {});
    latest().events.message({ kind: 'result', id: latest().received[0]!.id, value: new Map() });
    await expect(answer).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('E74: the rate limit', () => {
  test('200 calls a second and no more; a second later again', () => {
    let now = 0;
    const rate = createRateLimit({ calls: 200, bytes: 1_000_000 }, () => now);
    const admitted = Array.from({ length: 300 }, () => rate.admit(10)).filter(Boolean).length;
    expect(admitted).toBe(200);
    now = 999;
    expect(rate.admit(10)).toBe(false);
    now = 1_000;
    expect(rate.admit(10)).toBe(true);
  });
  test('bytes count too, and a refused call costs nothing', () => {
    const rate = createRateLimit({ calls: 200, bytes: 100 }, () => 0);
    expect(rate.admit(101)).toBe(false);
    expect(rate.admit(100)).toBe(true);
    expect(rate.admit(1)).toBe(false);
  });
});
