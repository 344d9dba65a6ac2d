import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { Fetcher, FetchLimits, FetchOutcome, FetchRequest } from '#shared/model/fetch.ts';
import { stopWatch } from '../support/own-time.ts';
import { behaviours } from '../support/wire-behaviours.ts';
import { startWireServer, type Wire, type WireServer } from '../support/wire-server.ts';

let server: WireServer;
let fetcher: Fetcher;
let stop: AbortController;
let asked: Wire[] = [];
let wake: (() => void) | null = null;

/** Resolves when the server has seen `count` requests for /hold. */
function held(count: number): Promise<void> {
  return new Promise(resolve => {
    wake = () => {
      if (asked.length >= count) resolve();
    };
    wake();
  });
}

beforeEach(async () => {
  asked = [];
  server = await startWireServer({
    ...behaviours,
    hold: wire => {
      asked.push(wire);
      wake?.();
    },
  });
  fetcher = createHttpFetcher({ connectionsPerOrigin: 2 });
  fetcher.trustHosts(['127.0.0.1']);
  stop = new AbortController();
});
afterEach(async () => {
  await fetcher.close();
  await server.idle();
  await server.close();
});

const get = (id: string, more: Partial<FetchRequest> = {}, limits: FetchLimits = defaultFetchLimits): Promise<FetchOutcome> =>
  fetcher.fetch({ url: server.url(id), userAgent: 'Crawlscope/1', accept: 'text/html', ...more }, limits, stop.signal);
const text = (outcome: FetchOutcome): string =>
  outcome.kind === 'response' ? Buffer.from(outcome.body).toString() : `!${outcome.cause}`;

describe('the request on the wire', () => {
  it('has exactly the lines we promise, in a fixed order', async () => {
    await get('ok?a=1&b=%20#fragment');
    expect(server.requests).toEqual([
      `GET /ok?a=1&b=%20 HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nconnection: keep-alive\r\nuser-agent: Crawlscope/1\r\naccept: text/html\r\naccept-encoding: gzip, deflate, br, zstd`,
    ]);
  });

  it('carries validators when they are given and can be sent', async () => {
    await get('304-unasked', { ifNoneMatch: 'W/"\xe9"', ifModifiedSince: 'Sat, 21 Nov 2026 10:00:00 GMT' });
    expect(server.requests[0]).toMatch(/\r\nif-none-match: W\/"\xe9"\r\nif-modified-since: Sat, 21 Nov 2026 10:00:00 GMT$/);
  });

  it('cannot be extended by a validator or a name with line ends in it', async () => {
    await get('ok', { ifNoneMatch: '"a"\r\nCookie: stolen=1', ifModifiedSince: 'x\ny', userAgent: 'bot\r\nX-Evil: 1' });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).not.toMatch(/^(cookie|x-evil|if-)/im);
    expect(server.requests[0]).toMatch(/\r\nuser-agent: botX-Evil: 1\r\n/);
  });

  it('never carries the user name and password of a URL', async () => {
    const url = server.url('ok').replace('127.', 'user:secret@127.');
    expect(text(await fetcher.fetch({ url, userAgent: 'x', accept: '*/*' }, defaultFetchLimits, stop.signal))).toBe('all right');
    expect(server.requests[0]).not.toMatch(/authorization|secret/i);
  });
});

describe('connections are reused, but never mixed up', () => {
  it('one after the other uses one connection', async () => {
    for (let nth = 1; nth <= 5; nth += 1) {
      const outcome = await get('echo-count');
      expect(text(outcome)).toBe(`request ${nth} here`);
      expect(outcome.reusedConnection).toBe(nth > 1);
    }
    expect(server.accepted).toBe(1);
  });

  it('never opens more connections than allowed, and serves the waiting in order', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => get('echo-count')));
    expect(outcomes.every(outcome => outcome.kind === 'response')).toBe(true);
    expect(server.accepted).toBeLessThanOrEqual(2);
  });

  it.each(['junk-after-keepalive', 'body-longer-than-cl', '204-with-body'])('%s does not change the next answer', async id => {
    for (let round = 0; round < 10; round += 1) {
      const first = await get(id);
      expect(first.kind).toBe('response');
      // Some rounds at once, some after the connection with the unasked bytes has been closed.
      if (round % 2 === 1) await server.idle();
      expect(text(await get('ok'))).toBe('all right');
    }
  });

  it('a request that crosses with the close of an idle connection is answered, or is lost as RFC 9112 section 9.5 allows', async () => {
    /** The answer, of a request that is made again as often as it is lost. */
    const answered = async (id: string): Promise<string> => {
      for (;;) {
        const got = text(await get(id));
        if (got !== '!connection-lost') return got;
      }
    };
    for (let round = 0; round < 10; round += 1) {
      expect(await answered('close-after-answer')).toBe('fine');
      expect(await answered('ok')).toBe('all right');
      expect(await answered('close-after-answer')).toBe('fine');
      // The connection is closed by now.
      await server.idle();
      expect(text(await get('ok'))).toBe('all right');
    }
  });

  it('a connection that the server keeps for two seconds or less is not used again', async () => {
    for (const [hint, isReused] of [
      ['timeout=2', false],
      ['timeout=60', true],
    ] as const) {
      const seen = asked.length;
      const first = get('hold');
      await held(seen + 1);
      asked[seen]!.send(`HTTP/1.1 200 OK\r\nKeep-Alive: ${hint}\r\nContent-Length: 5\r\n\r\nfirst`);
      expect(text(await first)).toBe('first');
      if (!isReused) await server.idle();
      expect((await get('ok')).reusedConnection).toBe(isReused);
    }
  });

  it('a second answer that comes late is never taken for the next one, even when it is already waiting to be read', async () => {
    for (let round = 0; round < 20; round += 1) {
      const seen = asked.length;
      const first = get('hold');
      await held(seen + 1);
      const wire = asked[seen]!;
      wire.send('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst');
      expect(text(await first)).toBe('first');
      await new Promise<void>(resolve =>
        wire.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nINJECTED', () => resolve()),
      );
      // The event loop is blocked until the bytes have crossed the loopback. They are now unread in our socket.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      expect(text(await get('ok'))).toBe('all right');
    }
  });

  it('a connection whose answer was cut is not used again', async () => {
    expect(text(await get('infinite-chunked', {}, { ...defaultFetchLimits, maxBodyBytes: 1000 }))).toHaveLength(1000);
    expect(text(await get('ok'))).toBe('all right');
    expect(server.accepted).toBe(2);
  });
});

describe('Stop', () => {
  it('closes the sockets of all running fetches within 50 ms', async () => {
    const running = [get('hold'), get('hold'), get('hold'), get('headers-then-silence')];
    await held(2);
    const elapsed = stopWatch();
    stop.abort();
    const outcomes = await Promise.all(running);
    expect(outcomes.map(outcome => (outcome.kind === 'failure' ? outcome.cause : 'response'))).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    await server.idle();
    expect(elapsed()).toBeLessThan(50);
  });

  it('refuses fetches that come after it', async () => {
    stop.abort();
    expect(text(await get('ok'))).toBe('!cancelled');
    expect(server.accepted).toBe(0);
  });

  it('leaves fetches of another signal alone', async () => {
    const other = get('hold');
    await held(1);
    const mine = new AbortController();
    const stopped = fetcher.fetch({ url: server.url('hold'), userAgent: 'x', accept: '*/*' }, defaultFetchLimits, mine.signal);
    await held(2);
    mine.abort();
    expect(text(await stopped)).toBe('!cancelled');
    asked[0]!.send('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine');
    expect(text(await other)).toBe('fine');
  });

  it('ends a fetch that is still connecting or resolving', async () => {
    const resolving = createHttpFetcher({ lookup: () => new Promise(() => undefined) });
    const pending = resolving.fetch(
      { url: 'http://never.test/', userAgent: 'x', accept: '*/*' },
      defaultFetchLimits,
      stop.signal,
    );
    stop.abort();
    expect(text(await pending)).toBe('!cancelled');
    await resolving.close();
  });

  it('does not keep a listener per fetch on the signal', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on('warning', listen);
    await Promise.all(Array.from({ length: 40 }, () => get('ok')));
    await new Promise(resolve => setImmediate(resolve));
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });
});

describe('close', () => {
  it('ends running and waiting fetches and returns when every socket is closed', async () => {
    const running = [get('hold'), get('hold'), get('hold')];
    await held(2);
    await fetcher.close();
    expect((await Promise.all(running)).map(text)).toEqual(['!cancelled', '!cancelled', '!cancelled']);
    await server.idle();
    expect(text(await get('ok'))).toBe('!cancelled');
  });
});

describe('failures before the exchange', () => {
  it('a closed port is a refused connection, with the address in the sentence', async () => {
    const { port } = server;
    await server.close();
    const outcome = await fetcher.fetch(
      { url: `http://127.0.0.1:${port}/`, userAgent: 'x', accept: '*/*' },
      defaultFetchLimits,
      stop.signal,
    );
    expect(outcome.kind === 'failure' && outcome.cause).toBe('connection-refused');
    expect(outcome.kind === 'failure' && outcome.detail).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
    expect(outcome.remoteAddress).toBe('127.0.0.1');
    server = await startWireServer(behaviours);
  });

  it('time stamps come from the clock given, durations from a monotonic one', async () => {
    const own = createHttpFetcher({ now: () => 1_000_000 });
    own.trustHosts(['127.0.0.1']);
    const outcome = await own.fetch({ url: server.url('ok'), userAgent: 'x', accept: '*/*' }, defaultFetchLimits, stop.signal);
    expect(outcome.timings.startedAt).toBe(1_000_000);
    expect(outcome.timings.endedAt).toBe(1_000_000 + Math.round(outcome.timings.totalMs));
    await own.close();
  });
});
