import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ResolvedAddress } from '#fetcher/connection.ts';
import { FirstAddresses } from '#fetcher/host-guard.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { Lookup } from '#fetcher/system-lookup.ts';
import type { Fetcher, FetchLimits, FetchOutcome } from '#shared/model/fetch.ts';
import { insideSpellings, loopbackSpellings } from '../support/proof/inside-addresses.ts';
import { behaviours } from '../support/wire-behaviours.ts';
import { startWireServer, type WireServer } from '../support/wire-server.ts';

let server: WireServer;
const fetchers: Fetcher[] = [];
beforeAll(async () => {
  server = await startWireServer(behaviours);
});
afterAll(() => server.close());
afterEach(async () => {
  for (const each of fetchers.splice(0)) await each.close();
});

function make(lookup?: Lookup, dnsCacheMs?: number): Fetcher {
  const fetcher = createHttpFetcher({
    ...(lookup === undefined ? {} : { lookup }),
    ...(dnsCacheMs === undefined ? {} : { dnsCacheMs }),
  });
  fetchers.push(fetcher);
  return fetcher;
}
/** For hosts that never answer. All others have the time they need on a busy machine. */
const soon: FetchLimits = { ...defaultFetchLimits, connectTimeoutMs: 100 };
const get = (fetcher: Fetcher, url: string, limits: FetchLimits = defaultFetchLimits): Promise<FetchOutcome> =>
  fetcher.fetch({ url, userAgent: 'test', accept: '*/*' }, limits, new AbortController().signal);
const cause = (outcome: FetchOutcome): string => (outcome.kind === 'failure' ? outcome.cause : `response ${outcome.status}`);
const at = (address: string): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 });

describe('an address in the URL is judged before any connection', () => {
  it.each(loopbackSpellings)('%s never reaches the server on this machine', async spelling => {
    const before = server.accepted;
    const asked: string[] = [];
    const fetcher = make(async hostname => {
      asked.push(hostname);
      return [];
    });
    const outcome = await get(fetcher, spelling.replace('PORT', String(server.port)));
    expect(cause(outcome)).toBe('address-blocked');
    expect(outcome.kind === 'failure' && outcome.detail).toMatch(/Only hosts of start URLs/);
    expect(asked).toEqual([]);
    expect(server.accepted).toBe(before);
  });

  it.each(insideSpellings)('%s is refused at once', async spelling => {
    const outcome = await get(make(), spelling);
    expect(cause(outcome)).toBe('address-blocked');
    expect(outcome.timings.totalMs).toBe(0);
  });

  it('covers 120 spellings', () => {
    expect(loopbackSpellings.length + insideSpellings.length).toBeGreaterThanOrEqual(120);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'data:text/html,x',
    'javascript:alert(1)',
    'ws://127.0.0.1/',
    'blob:http://a/b',
    'about:blank',
    'gopher://127.0.0.1/',
    '//host/x',
    '/x',
    '',
    'http://',
    'http://[fe80::1%25eth0]/',
    'http://a b/',
  ])('what is not an http or https URL is refused: %s', async url => {
    expect(cause(await get(make(), url))).toBe('scheme-blocked');
  });
});

describe('a name is judged by the addresses it resolves to', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '169.254.169.254',
    'fe80::1%lo',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '0.0.0.0',
    'not an address',
  ])('an answer of %s refuses the name', async answer => {
    const before = server.accepted;
    const outcome = await get(
      make(async () => [at(answer)]),
      `http://evil.test:${server.port}/ok`,
    );
    expect(cause(outcome)).toBe('address-blocked');
    expect(outcome.remoteAddress).toBe(answer);
    expect(server.accepted).toBe(before);
  });

  it('one forbidden answer among public ones refuses the name', async () => {
    const before = server.accepted;
    expect(
      cause(
        await get(
          make(async () => [at('203.0.114.1'), at('127.0.0.1')]),
          `http://mixed.test:${server.port}/ok`,
        ),
      ),
    ).toBe('address-blocked');
    expect(server.accepted).toBe(before);
  });

  it('the system resolver is judged as well: localhost is this machine', async () => {
    const before = server.accepted;
    expect(cause(await get(make(), `http://localhost:${server.port}/ok`))).toBe('address-blocked');
    expect(server.accepted).toBe(before);
  });

  it('a name that flips between a public and a private address never reaches the private one', async () => {
    const before = server.accepted;
    let asked = 0;
    // The public half is an unallocated address (in 2d00::/8), so that only the private half could respond.
    const fetcher = make(async () => [at(asked++ % 2 === 0 ? '127.0.0.1' : '2d00::1')], 0);
    for (let round = 0; round < 10; round += 1)
      expect(cause(await get(fetcher, `http://flip.test:${server.port}/ok`, soon))).toMatch(
        /address-blocked|connection-refused|timeout-connect/,
      );
    expect(asked).toBe(10);
    expect(server.accepted).toBe(before);
  });

  it('the answer that was judged is the one connected to: one question per connection', async () => {
    let asked = 0;
    const fetcher = make(async () => {
      asked += 1;
      return [at(asked === 1 ? '127.0.0.1' : '127.0.0.2')];
    });
    fetcher.trustHosts(['once.test']);
    const outcome = await get(fetcher, `http://once.test:${server.port}/ok`);
    expect(cause(outcome)).toBe('response 200');
    expect(outcome.remoteAddress).toBe('127.0.0.1');
    expect(asked).toBe(1);
  });

  it.each([
    [[], 'dns-failure'],
    ['ENOTFOUND', 'dns-failure'],
    ['EAI_AGAIN', 'dns-failure'],
  ] as const)('an answer of %s is a DNS failure', async (answer, expected) => {
    const lookup: Lookup = async () => {
      if (typeof answer === 'string') throw Object.assign(new Error(`getaddrinfo ${answer}`), { code: answer });
      return answer;
    };
    expect(cause(await get(make(lookup), 'http://nobody.test/'))).toBe(expected);
  });

  it('a resolver that never answers ends with the time-out for connections', async () => {
    expect(
      cause(
        await get(
          make(() => new Promise(() => undefined)),
          'http://silent.test/',
          soon,
        ),
      ),
    ).toBe('timeout-connect');
  });
});

describe('only hosts the user typed may be private', () => {
  it('trusting localhost allows its loopback answer, and no other spelling of it', async () => {
    const fetcher = make();
    fetcher.trustHosts(['localhost']);
    expect(cause(await get(fetcher, `http://localhost:${server.port}/ok`))).toBe('response 200');
    expect(cause(await get(fetcher, `http://127.0.0.1:${server.port}/ok`))).toBe('address-blocked');
    expect(cause(await get(fetcher, `http://[::1]:${server.port}/ok`))).toBe('address-blocked');
  });

  it('a public name that the user typed is never connected to a private address later', async () => {
    const before = server.accepted;
    let asked = 0;
    const fetcher = make(async () => [at(asked++ % 2 === 0 ? '2d00::1' : '127.0.0.1')], 0);
    fetcher.trustHosts(['typed.test']);
    const outcomes: FetchOutcome[] = [];
    for (let round = 0; round < 6; round += 1) outcomes.push(await get(fetcher, `http://typed.test:${server.port}/ok`, soon));
    expect(asked).toBe(6);
    expect(outcomes.filter((_, round) => round % 2 === 1).map(cause)).toEqual(new Array(3).fill('address-blocked'));
    expect(outcomes[1]).toMatchObject({ detail: expect.stringContaining('DNS rebinding'), remoteAddress: '127.0.0.1' });
    expect(server.accepted).toBe(before);
  });

  it('a private name that the user typed is connected to its first addresses only', async () => {
    const answers = [[at('127.0.0.1')], [at('127.0.0.2')], [at('127.0.0.1'), at('10.0.0.1')], [at('127.0.0.1')]];
    const fetcher = make(async () => answers.shift() ?? [], 0);
    fetcher.trustHosts(['typed.test']);
    const found: string[] = [];
    const url = `http://typed.test:${server.port}/no-length-close-delimited`;
    // The server closes each connection, so each request resolves the name again.
    while (answers.length > 0) found.push(cause(await get(fetcher, url)));
    expect(found).toEqual(['response 200', 'address-blocked', 'address-blocked', 'response 200']);
  });

  it('what a name resolved to first holds for the next fetcher of the session', async () => {
    const firstAddresses = new FirstAddresses();
    const fetcherAnswering = (address: string): Fetcher => {
      const fetcher = createHttpFetcher({ lookup: async () => [at(address)], firstAddresses });
      fetchers.push(fetcher);
      fetcher.trustHosts(['typed.test']);
      return fetcher;
    };
    const url = `http://typed.test:${server.port}/ok`;
    expect(cause(await get(fetcherAnswering('2d00::1'), url, soon))).not.toBe('address-blocked');
    expect(cause(await get(fetcherAnswering('127.0.0.1'), url))).toBe('address-blocked');
  });

  it.each(['169.254.169.254', '0.0.0.0', '224.0.0.1', '::127.0.0.1'])('no name stands for %s', async address => {
    const fetcher = make(async () => [at(address)]);
    fetcher.trustHosts(['typed.test']);
    expect(cause(await get(fetcher, `http://typed.test:${server.port}/ok`))).toBe('address-blocked');
  });

  it('another name with the same address stays refused', async () => {
    const fetcher = make(async () => [at('127.0.0.1')]);
    fetcher.trustHosts(['typed.test']);
    expect(cause(await get(fetcher, `http://typed.test:${server.port}/ok`))).toBe('response 200');
    expect(cause(await get(fetcher, `http://TYPED.test:${server.port}/ok`))).toBe('response 200');
    expect(cause(await get(fetcher, `http://sub.typed.test:${server.port}/ok`))).toBe('address-blocked');
  });

  it('a trusted literal may be typed in any spelling', async () => {
    for (const typed of ['127.0.0.1', '127.1', '2130706433']) {
      const fetcher = make();
      fetcher.trustHosts([typed]);
      expect(cause(await get(fetcher, `http://127.0.0.1:${server.port}/ok`)), typed).toBe('response 200');
    }
    const six = await startWireServer(behaviours, '::1');
    for (const typed of ['::1', '[::1]', '[0:0:0:0:0:0:0:1]']) {
      const fetcher = make();
      fetcher.trustHosts([typed]);
      const outcome = await get(fetcher, six.url('ok'));
      expect(cause(outcome), typed).toBe('response 200');
      expect(outcome.remoteAddress).toBe('::1');
    }
    await six.close();
  });

  it('trust that is taken back ends the connections it had opened', async () => {
    const fetcher = make();
    fetcher.trustHosts(['127.0.0.1']);
    expect(cause(await get(fetcher, server.url('ok')))).toBe('response 200');
    expect(server.open()).toBeGreaterThan(0);
    fetcher.trustHosts([]);
    expect(cause(await get(fetcher, server.url('ok')))).toBe('address-blocked');
    await server.idle();
  });
});
