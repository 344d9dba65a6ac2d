import { describe, expect, it } from 'vitest';
import { isLinkDown, type NetworkSign, NetworkWatch, portalStatusKey } from '#core/frontier/network-watch.ts';

const answered: NetworkSign = { kind: 'answered' };
const silent: NetworkSign = { kind: 'silent' };
const noLink: NetworkSign = { kind: 'no-link' };
const portal = (where: string): NetworkSign => ({ kind: 'portal', where });
const hosts = (count: number): string[] => Array.from({ length: count }, (_, i) => `http://h${i}.test`);

describe('a missing link', () => {
  it.each([
    ['connect ENETUNREACH 192.0.2.1:443', true],
    ['example.com could not be resolved (EAI_AGAIN).', true],
    ['connect ENETDOWN 192.0.2.1:80; connect ENETUNREACH 2001:db8::1:80', true],
    ['connect ENETUNREACH 2001:db8::1:80; connect ECONNREFUSED 192.0.2.1:80', false],
    ['example.com does not exist in DNS (ENOTFOUND).', false],
    ['The server closed the connection before responding.', false],
  ])('%s: %s', (detail, isDown) => expect(isLinkDown(detail)).toBe(isDown));

  it('is seen at the first failure of the only host, and among many hosts when three fail and none responds', () => {
    expect(new NetworkWatch().saw('http://a.test', noLink, 1_000)).toMatchObject({ kind: 'link', sinceMono: 1_000 });
    const watch = new NetworkWatch();
    for (const host of hosts(20)) watch.saw(host, answered, 0);
    expect(watch.saw('http://h0.test', noLink, 100)).toBeNull();
    expect(watch.saw('http://h1.test', noLink, 110)).toBeNull();
    expect(watch.saw('http://h2.test', noLink, 120)).toMatchObject({ kind: 'link', sinceMono: 100, of: 20 });
  });

  it('is no link problem while another host responds', () => {
    const watch = new NetworkWatch();
    for (const host of hosts(20)) watch.saw(host, answered, 0);
    for (let turn = 1; turn < 50; turn++) {
      expect(watch.saw('http://h0.test', noLink, turn * 100)).toBeNull();
      watch.saw(`http://h${1 + (turn % 19)}.test`, answered, turn * 100 + 50);
    }
  });
});

describe('the hosts of the last half minute', () => {
  // Each response is a host and its second.
  it.each([
    { responses: 'a0 b1 b20', second: 31, known: 2 },
    { responses: 'a0 b1 a20', second: 32, known: 2 },
    { responses: 'a0 b1 a2 a20', second: 32, known: 2 },
    { responses: 'a0 a1 b2 a3', second: 29, known: 3 },
    { responses: 'a0 a1', second: 32, known: 1 },
  ])(
    'are forgotten by their last response, also right after another one of the same host: $responses',
    ({ responses, second, known }) => {
      const watch = new NetworkWatch();
      for (const response of responses.split(' ')) watch.saw(response.slice(0, 1), silent, Number(response.slice(1)) * 1_000);
      expect(watch.saw('http://portal.test', portal(portalStatusKey), second * 1_000)?.of).toBe(known);
    },
  );
});

describe('hosts that fall silent at once', () => {
  it('are an outage when they are a fifth of at least five', () => {
    const watch = new NetworkWatch();
    for (const host of hosts(20)) watch.saw(host, answered, 0);
    for (const [i, host] of hosts(3).entries()) expect(watch.saw(host, silent, 1_000 + i)).toBeNull();
    expect(watch.saw('http://h3.test', silent, 1_010)).toMatchObject({ kind: 'hosts', sinceMono: 1_000, of: 20 });
  });

  it('are none when there are fewer than five, one alone fails, or the failures are more than half a minute apart', () => {
    const few = new NetworkWatch();
    for (const host of hosts(4)) few.saw(host, answered, 0);
    for (const host of hosts(4)) expect(few.saw(host, silent, 10)).toBeNull();
    const one = new NetworkWatch();
    for (const host of hosts(5)) one.saw(host, answered, 0);
    expect(one.saw('http://h0.test', silent, 10)).toBeNull();
    const slow = new NetworkWatch();
    for (let turn = 0; turn < 5; turn++) {
      for (const host of hosts(20).slice(turn)) slow.saw(host, answered, turn * 40_000);
      for (const host of hosts(turn + 1)) expect(slow.saw(host, silent, turn * 40_000 + 10), `${turn} ${host}`).toBeNull();
    }
  });

  it('do not count when they never responded while others do: dead links are common', () => {
    const watch = new NetworkWatch();
    for (const host of hosts(10)) watch.saw(host, answered, 0);
    for (let i = 0; i < 50; i++) {
      expect(watch.saw(`http://dead${i}.test`, silent, 10 + i)).toBeNull();
      if (i % 5 === 0) watch.saw('http://h0.test', answered, 10 + i);
    }
  });

  it('do not count again once the network was seen to work without them', () => {
    const watch = new NetworkWatch();
    for (const host of hosts(10)) watch.saw(host, answered, 0);
    watch.saw('http://h0.test', silent, 10);
    const found = watch.saw('http://h1.test', silent, 20);
    expect(found?.kind).toBe('hosts');
    watch.prove(found?.hosts ?? []);
    watch.clear();
    for (const host of hosts(10).slice(2)) watch.saw(host, answered, 30);
    expect(watch.saw('http://h0.test', silent, 40)).toBeNull();
    expect(watch.saw('http://h1.test', silent, 50)).toBeNull();
  });
});

describe('a crawl that begins without a network', () => {
  it('is noticed when ten hosts fail and none responds', () => {
    const watch = new NetworkWatch();
    for (const [i, host] of hosts(9).entries()) expect(watch.saw(host, silent, i)).toBeNull();
    expect(watch.saw('http://h9.test', silent, 9)).toMatchObject({ kind: 'hosts', of: 10 });
  });
});

describe('a login page of the network', () => {
  it('is seen when three hosts show the same and none responds otherwise', () => {
    const watch = new NetworkWatch();
    expect(watch.saw('http://a.test', portal('login.wifi.test'), 1)).toBeNull();
    expect(watch.saw('http://b.test', portal('other.test'), 2)).toBeNull();
    expect(watch.saw('http://c.test', portal('login.wifi.test'), 3)).toBeNull();
    expect(watch.saw('http://d.test', portal('login.wifi.test'), 4)).toMatchObject({ kind: 'portal', where: 'login.wifi.test' });
    const mixed = new NetworkWatch();
    mixed.saw('http://a.test', portal('new.test'), 1);
    mixed.saw('http://b.test', portal('new.test'), 2);
    mixed.saw('http://e.test', answered, 3);
    expect(mixed.saw('http://c.test', portal('new.test'), 4)).toBeNull();
  });

  it('is seen although its own host responds; that shows only that the link works', () => {
    const watch = new NetworkWatch();
    watch.saw('http://a.test', portal('login.wifi.test'), 1);
    watch.saw('http://b.test', portal('login.wifi.test'), 2);
    watch.saw('http://login.wifi.test', { kind: 'answered', byLogin: true }, 3);
    expect(watch.saw('http://c.test', portal('login.wifi.test'), 4)).toMatchObject({ kind: 'portal', hosts: { length: 3 } });
    const link = new NetworkWatch();
    link.saw('http://a.test', noLink, 1);
    link.saw('http://login.wifi.test', { kind: 'answered', byLogin: true }, 2);
    link.saw('http://b.test', noLink, 3);
    expect(link.saw('http://c.test', noLink, 4)).toBeNull();
  });

  it('is certain at status 511', () => {
    expect(new NetworkWatch().saw('http://a.test', portal('511'), 1)).toMatchObject({ kind: 'portal' });
  });
});
