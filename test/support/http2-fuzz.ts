import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { FetchLimits, FetchOutcome } from '#shared/model/fetch.ts';
import { block, frame, type Http2Behaviour, type Http2Server, type Http2Wire } from './http2-wire.ts';

/** Servers that send frames at random, cut anywhere, and end the connection at any moment. The same number gives the same server. */

const limits: FetchLimits = {
  ...defaultFetchLimits,
  maxBodyBytes: 100_000,
  headersTimeoutMs: 150,
  bodyTimeoutMs: 150,
  totalTimeoutMs: 600,
};

function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return below => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** One frame: mostly of the response, sometimes of anything. */
function pieceOf(random: (below: number) => number, { stream }: Http2Wire): Buffer {
  const bytes = Buffer.from(Array.from({ length: random(40) }, () => random(256)));
  const streams = [stream, stream, stream, 0, stream + 2, 2];
  const on = streams[random(streams.length)] ?? 0;
  switch (random(9)) {
    case 0:
      return frame(1, 4 | (random(4) === 0 ? 1 : 0), stream, block([':status', ['200', '103', '404', '301'][random(4)] ?? '']));
    case 1:
      return frame(0, random(3) === 0 ? 1 : 0, stream, bytes);
    case 2:
      return frame(7, 0, 0, Buffer.concat([Buffer.from([0, 0, 0, random(4), 0, 0, 0, random(14)]), bytes]));
    case 3:
      return frame(3, 0, on, Buffer.from([0, 0, 0, random(14)]));
    case 4:
      return frame(4, 0, 0, Buffer.from([0, 1 + random(6), 0, 0, random(2) * 128, random(256)]));
    case 5:
      return frame(6, random(2), 0, Buffer.alloc(8));
    case 6:
      return frame(8, 0, on, Buffer.from([0, 0, random(256), random(256)]));
    case 7:
      return frame(random(12), random(256), on, bytes);
    default:
      return bytes;
  }
}

function behaviourOf(random: (below: number) => number): Http2Behaviour {
  return wire => {
    const bytes = Buffer.concat(Array.from({ length: random(12) }, () => pieceOf(random, wire)));
    const end = random(5);
    let at = 0;
    const more = (): void => {
      if (wire.socket.destroyed || !wire.socket.writable) return;
      const length = 1 + random(random(2) === 0 ? 20 : 2_000);
      wire.socket.write(bytes.subarray(at, at + length));
      at += length;
      if (at < bytes.length) setImmediate(more);
      else if (end === 0) wire.socket.end();
      else if (end === 1) wire.socket.destroy();
      else if (end === 2) wire.answer('all right');
    };
    more();
  };
}

/** Sends a few requests to such a server, some of them stopped. Throws nothing; gives their outcomes. */
export async function fuzzHttp2(server: Http2Server, seed: number): Promise<FetchOutcome[]> {
  const random = randomOf(seed * 2_654_435_761);
  const fetcher = createHttpFetcher({
    ...{ connectionsPerOrigin: 1 + random(2), http2: true, untrustedHosts: ['site.test'] },
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  fetcher.trustHosts(['site.test']);
  const outcomes: FetchOutcome[] = [];
  server.otherwise = behaviourOf(random);
  const request = { url: `https://site.test:${server.port}/`, userAgent: 'test', accept: '*/*' };
  for (let round = 0; round < 2; round += 1) {
    const stop = new AbortController();
    const running = [0, 1].slice(0, 1 + random(2)).map(() => fetcher.fetch(request, limits, stop.signal));
    if (random(4) === 0) setTimeout(() => stop.abort(), random(20));
    outcomes.push(...(await Promise.all(running)));
  }
  await fetcher.close();
  await server.idle();
  return outcomes;
}
