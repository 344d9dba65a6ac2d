import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressKind, classifyAddress, isPublicAddress } from '#fetcher/address-guard.ts';
import { unnamedSentence } from '#fetcher/host-guard.ts';

/** First and last address of each range, and the neighbours just outside. */
const edges: readonly (readonly [address: string, kind: AddressKind])[] = [
  ['0.0.0.0', 'unspecified'],
  ['0.255.255.255', 'unspecified'],
  ['1.0.0.0', 'public'],
  ['9.255.255.255', 'public'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['11.0.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.64.0.0', 'carrier-nat'],
  ['100.100.100.200', 'metadata'],
  ['100.127.255.255', 'carrier-nat'],
  ['100.128.0.0', 'public'],
  ['126.255.255.255', 'public'],
  ['127.0.0.0', 'loopback'],
  ['127.255.255.255', 'loopback'],
  ['128.0.0.0', 'public'],
  ['168.63.129.15', 'public'],
  ['168.63.129.16', 'metadata'],
  ['169.253.255.255', 'public'],
  ['169.254.0.0', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['169.254.255.255', 'link-local'],
  ['169.255.0.0', 'public'],
  ['172.15.255.255', 'public'],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.0', 'public'],
  ['191.255.255.255', 'public'],
  ['192.0.0.0', 'reserved'],
  ['192.0.0.192', 'metadata'],
  ['192.0.1.0', 'public'],
  ['192.0.2.255', 'documentation'],
  ['192.0.3.0', 'public'],
  ['192.88.99.1', 'transition'],
  ['192.167.255.255', 'public'],
  ['192.168.0.0', 'private'],
  ['192.168.255.255', 'private'],
  ['192.169.0.0', 'public'],
  ['198.17.255.255', 'public'],
  ['198.18.0.0', 'benchmark'],
  ['198.19.255.255', 'benchmark'],
  ['198.20.0.0', 'public'],
  ['198.51.100.0', 'documentation'],
  ['203.0.113.255', 'documentation'],
  ['223.255.255.255', 'public'],
  ['224.0.0.0', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.0', 'reserved'],
  ['255.255.255.254', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::2', 'transition'],
  ['::8.8.8.8', 'transition'],
  ['::ffff:8.8.8.8', 'public'],
  ['::ffff:10.0.0.1', 'private'],
  ['::ffff:a00:1', 'private'],
  ['::ffff:0:8.8.8.8', 'transition'],
  ['64:ff9b::8.8.8.8', 'public'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b:1::8.8.8.8', 'transition'],
  ['100::', 'reserved'],
  ['1fff::', 'reserved'],
  ['2000::', 'public'],
  ['2001::1', 'transition'],
  ['2001:2::1', 'benchmark'],
  ['2001:10::1', 'reserved'],
  ['2001:1ff::1', 'reserved'],
  ['2001:200::1', 'public'],
  ['2001:db8::', 'documentation'],
  ['2001:db9::', 'public'],
  ['2002:808:808::1', 'transition'],
  ['2003::1', 'public'],
  ['2606:4700::1111', 'public'],
  ['3ffe::1', 'public'],
  ['3fff:0fff::', 'documentation'],
  ['3fff:1000::', 'public'],
  ['4000::', 'reserved'],
  ['5f00::1', 'reserved'],
  ['fbff::', 'reserved'],
  ['fc00::', 'private'],
  ['fd00:ec2::254', 'metadata'],
  ['fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['fe7f::', 'reserved'],
  ['fe80::', 'link-local'],
  ['febf::1', 'link-local'],
  ['fec0::1', 'private'],
  ['ff00::', 'multicast'],
  ['ff02::1', 'multicast'],
  ['[::1]', 'loopback'],
  ['fe80::1%eth0', 'link-local'],
  ['2606:4700::1%eth0', 'link-local'],
  ['127.0.0.1%lo', 'invalid'],
  ['localhost', 'invalid'],
  ['', 'invalid'],
  ['1.2.3', 'invalid'],
  ['[', 'invalid'],
];

describe('every special range is known at its edges', () => {
  it.each(edges)('%s is %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
    expect(isPublicAddress(address)).toBe(kind === 'public');
  });
});

describe('an IPv4 address is judged the same in every IPv6 dress', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  it('mapped and NAT64 addresses have the kind of the address inside', () => {
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const dotted = `${a}.${b}.${c}.${d}`;
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const kind = classifyAddress(dotted);
        for (const dress of [
          `::ffff:${dotted}`,
          `::ffff:${hex}`,
          `0:0:0:0:0:FFFF:${hex.toUpperCase()}`,
          `64:ff9b::${dotted}`,
          `64:ff9b::${hex}`,
        ])
          expect(classifyAddress(dress)).toBe(kind);
        for (const hidden of [`2002:${hex}::1`, `::ffff:0:${dotted}`]) expect(isPublicAddress(hidden)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string(), text => typeof classifyAddress(text) === 'string'));
  });
});

describe('a refusal says which address and why', () => {
  it('names the host, the address behind it and the range', () => {
    expect(unnamedSentence('intra.test', '10.0.0.1')).toBe(
      'intra.test resolves to 10.0.0.1, which belongs to a private network. Only hosts of start URLs, and internal hosts written out, may have such an address.',
    );
    expect(unnamedSentence('[::1]', '::1')).toMatch(/^\[::1\] is this machine itself/);
  });
});
