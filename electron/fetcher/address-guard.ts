import { isIP } from 'node:net';

/** What an address is for. Only 'public' may be contacted for a host that the user did not name. */
export type AddressKind =
  | 'public'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'carrier-nat'
  | 'multicast'
  | 'broadcast'
  | 'documentation'
  | 'benchmark'
  | 'transition'
  | 'reserved'
  | 'invalid';

type Range4 = readonly [network: string, bits: number, kind: AddressKind];

/** IANA IPv4 special-purpose registry (RFC 6890 and successors), metadata services first because they lie inside other ranges. */
const RANGES_4: readonly Range4[] = [
  ['169.254.169.254', 32, 'metadata'],
  ['169.254.170.2', 32, 'metadata'],
  ['100.100.100.200', 32, 'metadata'],
  ['192.0.0.192', 32, 'metadata'],
  ['168.63.129.16', 32, 'metadata'],
  ['0.0.0.0', 8, 'unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-nat'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, 'transition'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'benchmark'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['255.255.255.255', 32, 'broadcast'],
  ['240.0.0.0', 4, 'reserved'],
];

const TABLE_4 = RANGES_4.map(([network, bits, kind]) => {
  const mask = (0xffffffff << (32 - bits)) >>> 0;
  return { network: (number4(network) & mask) >>> 0, mask, kind };
});

/** Numeric value of a dotted quad known to be valid. */
function number4(dotted: string): number {
  let value = 0;
  for (const part of dotted.split('.')) value = value * 256 + Number(part);
  return value >>> 0;
}

function kind4(value: number): AddressKind {
  for (const range of TABLE_4) if ((value & range.mask) >>> 0 === range.network) return range.kind;
  return 'public';
}

/** The eight 16-bit groups of a valid IPv6 text (RFC 4291 section 2.2), dotted tail included. */
function groups6(text: string): number[] {
  let source = text;
  const dot = source.lastIndexOf(':') + 1;
  if (source.includes('.')) {
    const tail = number4(source.slice(dot));
    source = `${source.slice(0, dot)}${(tail >>> 16).toString(16)}:${(tail & 0xffff).toString(16)}`;
  }
  const gap = source.indexOf('::');
  const parse = (part: string): number[] => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)));
  if (gap < 0) return parse(source);
  const head = parse(source.slice(0, gap));
  const tail = parse(source.slice(gap + 2));
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function kind6(groups: readonly number[]): AddressKind {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const embedded = ((g << 16) | h) >>> 0;
  if (a === 0 && b === 0 && c === 0 && d === 0) {
    if (e === 0 && f === 0) {
      if (embedded === 0) return 'unspecified';
      return embedded === 1 ? 'loopback' : 'transition'; // ::a.b.c.d, IPv4-compatible, deprecated (RFC 4291 2.5.5.1)
    }
    if (e === 0 && f === 0xffff) return kind4(embedded); // ::ffff:a.b.c.d, IPv4-mapped
    if (e === 0xffff && f === 0) return 'transition'; // ::ffff:0:a.b.c.d, IPv4-translated (RFC 2765)
    return 'reserved';
  }
  if (a === 0x64 && b === 0xff9b) {
    // NAT64: the well-known prefix is how an IPv6-only network reaches IPv4, so the address inside decides (RFC 6052).
    if (c === 0 && d === 0 && e === 0 && f === 0) return kind4(embedded);
    return 'transition'; // 64:ff9b:1::/48, local use (RFC 8215)
  }
  if (a === 0xfd00 && b === 0x0ec2 && c === 0 && d === 0 && e === 0 && f === 0 && g === 0 && h === 0x254) return 'metadata';
  if ((a & 0xfe00) === 0xfc00) return 'private'; // fc00::/7 unique local
  if ((a & 0xffc0) === 0xfe80) return 'link-local';
  if ((a & 0xffc0) === 0xfec0) return 'private'; // fec0::/10 site-local, deprecated
  if ((a & 0xff00) === 0xff00) return 'multicast';
  if (a === 0x2001 && b === 0x0db8) return 'documentation';
  if (a === 0x3fff && b < 0x1000) return 'documentation'; // 3fff::/20 (RFC 9637)
  if (a === 0x2001 && b === 0x0002 && c === 0) return 'benchmark';
  if (a === 0x2001 && b === 0) return 'transition'; // Teredo
  if (a === 0x2001 && b < 0x0200) return 'reserved'; // 2001::/23 protocol assignments, ORCHID
  if (a === 0x2002) return 'transition'; // 6to4 carries any IPv4 address inside and is retired (RFC 7526)
  return (a & 0xe000) === 0x2000 ? 'public' : 'reserved'; // only 2000::/3 is allocated as global unicast
}

/** Kind of an IP address text: dotted IPv4 or any IPv6 spelling, with or without brackets or a zone id. Never throws. */
export function classifyAddress(ip: string): AddressKind {
  let text = ip.startsWith('[') && ip.endsWith(']') ? ip.slice(1, -1) : ip;
  const zone = text.indexOf('%');
  if (zone >= 0) {
    text = text.slice(0, zone);
    // A zone only makes sense for an address of this very link (RFC 4007); whatever carries one is not the public Internet.
    if (isIP(text) !== 6) return 'invalid';
    const kind = kind6(groups6(text));
    return kind === 'public' ? 'link-local' : kind;
  }
  const family = isIP(text);
  if (family === 4) return kind4(number4(text));
  if (family === 6) return kind6(groups6(text));
  return 'invalid';
}

/** Whether an address may be contacted without the user having named the host. */
export function isPublicAddress(ip: string): boolean {
  return classifyAddress(ip) === 'public';
}

const SENTENCES: Record<AddressKind, string> = {
  public: 'is a public address',
  unspecified: 'means "this machine" (unspecified network)',
  loopback: 'is this machine itself (loopback)',
  private: 'belongs to a private network',
  'link-local': 'belongs to the local link only',
  metadata: 'is a cloud metadata service',
  'carrier-nat': 'belongs to a carrier-grade NAT',
  multicast: 'is a multicast group',
  broadcast: 'is the broadcast address',
  documentation: 'is reserved for documentation',
  benchmark: 'is reserved for benchmarks',
  transition: 'is an IPv6 transition address that can hide another one',
  reserved: 'is reserved',
  invalid: 'is not an IP address',
};

/** What is wrong with an address of a host, without a full stop. */
export function addressSentence(hostname: string, address: string): string {
  const subject = hostname === address || hostname === `[${address}]` ? hostname : `${hostname} resolves to ${address}, which`;
  return `${subject} ${SENTENCES[classifyAddress(address)]}`;
}
