import { describe, expect, it } from 'vitest';
import type { FetchOutcome, NetworkFacts, TlsFacts } from '#shared/model/fetch.ts';
import { newStore, reopenStore } from '../fixture.ts';

const tls: TlsFacts = {
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_256_GCM_SHA384',
  problem: '',
  chainLength: 3,
  nameMatches: true,
  certificate: {
    fingerprint: 'ab'.repeat(32),
    subject: 'CN=a.test',
    issuer: 'CN=Some CA',
    names: 'a.test, www.a.test',
    notBefore: 1_000,
    notAfter: 2_000,
  },
};
const opened: NetworkFacts = { httpVersion: '1.1', dnsMs: 3, tcpMs: 5, tlsMs: 8, waitMs: 40, downloadMs: 12, tls };
const reused: NetworkFacts = { ...opened, dnsMs: null, tcpMs: null, tlsMs: null };

const outcome = (network: NetworkFacts | undefined, endedAt: number): FetchOutcome => ({
  kind: 'response',
  status: 200,
  statusText: 'OK',
  headers: [],
  body: new Uint8Array(),
  bodyEnd: 'complete',
  wireBytes: 0,
  remoteAddress: null,
  ...(network ? { network } : {}),
  timings: { startedAt: 1, endedAt, firstByteMs: 1, totalMs: 2 },
});

function attempt(store: ReturnType<typeof newStore>['store'], origin: number, network: NetworkFacts | undefined, at: number) {
  const request = { urlId: null, originId: origin, target: 'x', attempt: 1, startedAt: 1, requestHeaders: [] } as const;
  const id = store.fetches.begin({ ...request, purpose: 'check', method: 'HEAD' });
  store.fetches.end(id, outcome(network, at), 'no-body');
  return id;
}

describe('what attempts cost and used on the network', () => {
  it('is read as it was written; certificates and connections of a kind are stored once', () => {
    const { db, path, store } = newStore();
    const [one, two] = ['a.test', 'b.test'].map(host =>
      store.origins.insert({ key: `https://${host}`, scheme: 'https', host, port: 443 }),
    );
    if (!one || !two) throw new Error('no origins');
    const first = attempt(store, one.id, opened, 10);
    const second = attempt(store, one.id, reused, 20);
    attempt(store, one.id, opened, 30);
    attempt(store, two.id, opened, 40);
    const plain = attempt(store, two.id, undefined, 50);
    const failed = attempt(store, two.id, { ...reused, tls: { ...tls, problem: 'expired' } }, 60);
    expect([first, second].map(store.fetches.network)).toEqual([opened, reused]);
    expect(store.fetches.network(plain)?.tls).toBeNull();
    expect(store.fetches.network(failed)?.tls?.problem).toBe('expired');
    expect(store.fetches.network(99)).toBeNull();
    const rows = db.prepare('SELECT origin, problem, first_seen_at, last_seen_at, name_matches FROM certificates').raw().all();
    expect(rows).toEqual([
      ['https://a.test', '', 10, 30, 1],
      ['https://b.test', '', 40, 40, 1],
      ['https://b.test', 'expired', 60, 60, 1],
    ]);
    expect(db.prepare('SELECT count(*) FROM certificate').pluck().get()).toBe(1);
    db.close();
    const again = reopenStore(path);
    attempt(again.store, one.id, reused, 70);
    expect(again.db.prepare('SELECT count(*) FROM tls').pluck().get()).toBe(3);
    expect(again.db.prepare(`SELECT DISTINCT method FROM fetches WHERE purpose = 'check'`).pluck().all()).toEqual(['HEAD']);
  });
});
