/** Scheme, host and port: the authority that one robots.txt applies to (RFC 9309 section 2.3). */
export interface Authority {
  /** `http://host`, with `:port` unless it is the default port; equal authorities have equal keys. */
  readonly key: string;
  readonly scheme: 'http' | 'https';
  /** Lower case, Punycode, IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
}

/** The authority of an http or https URL, null for every other text. */
export function originOf(url: string): Authority | null {
  return plainOrigin(url) ?? parsedOrigin(url);
}

/** Most URLs of a crawl are normalized and name a plain host; those need no parser. Null means: use the parser. */
function plainOrigin(url: string): Authority | null {
  const scheme = url.startsWith('https://') ? 'https' : url.startsWith('http://') ? 'http' : null;
  if (scheme === null) return null;
  const start = scheme.length + 3;
  let at = start;
  let lastLabel = start;
  for (; at < url.length; at += 1) {
    const unit = url.charCodeAt(at);
    if (unit === 0x2f) break;
    if (unit === 0x2e) lastLabel = at + 1;
    else if (!((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2d)) return null;
  }
  const first = url.charCodeAt(lastLabel);
  // A last label that starts with a digit may be an IPv4 address in one of its spellings; xn-- labels need checking.
  if (at === url.length || at === start || !(first >= 0x61 && first <= 0x7a)) return null;
  const host = url.slice(start, at);
  if (host.includes('xn--')) return null;
  return { key: url.slice(0, at), scheme, host, port: scheme === 'https' ? 443 : 80 };
}

function parsedOrigin(url: string): Authority | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return null;
  }
  const scheme = parsed.protocol === 'https:' ? 'https' : parsed.protocol === 'http:' ? 'http' : null;
  if (scheme === null) return null;
  const standard = scheme === 'https' ? 443 : 80;
  return {
    key: `${scheme}://${parsed.host}`,
    scheme,
    host: parsed.hostname,
    port: parsed.port === '' ? standard : Number(parsed.port),
  };
}

/** Where the rules of an authority are kept: `/robots.txt` in lower case at the top of the path (RFC 9309 section 2.3). */
export function robotsUrlOf(originKey: string): string {
  return `${originKey}/robots.txt`;
}

/** Second-level suffixes under which sites are registered, by top-level domain. A short list of the common ones. */
const SECOND_LEVEL: Readonly<Record<string, string>> = {
  ae: 'ac co gov net org sch',
  ar: 'com edu gob gov net org',
  at: 'ac co gv or',
  au: 'asn com edu gov id net org',
  br: 'blog com edu eco gov ind leg net org',
  cn: 'ac com edu gov net org',
  co: 'com edu gov net org',
  cy: 'ac com gov net org',
  eg: 'com edu gov net org',
  es: 'com edu gob nom org',
  gr: 'com edu gov net org',
  hk: 'com edu gov idv net org',
  hu: 'co org',
  id: 'ac co go net or sch web',
  il: 'ac co gov muni net org',
  in: 'ac co edu firm gen gov ind net nic org res',
  jp: 'ac ad co ed go gr lg ne or',
  ke: 'ac co go ne or sc',
  kr: 'ac co go ne or pe re',
  mx: 'com edu gob net org',
  my: 'com edu gov net org',
  ng: 'com edu gov net org',
  nz: 'ac co geek gen govt iwi maori net org school',
  pe: 'com edu gob net org',
  ph: 'com edu gov net org',
  pk: 'com edu gov net org',
  pl: 'com edu gov net org waw',
  pt: 'com edu gov org',
  rs: 'ac co edu gov in org',
  ru: 'com msk net org pp spb',
  sa: 'com edu gov net org',
  sg: 'com edu gov net org per',
  th: 'ac co go in mi net or',
  tr: 'bel com edu gen gov k12 net org web',
  tw: 'com edu gov idv net org',
  ua: 'com edu gov in kiev kyiv lviv net org',
  uk: 'ac co gov ltd me mod net nhs org plc police sch',
  uy: 'com edu gub net org',
  ve: 'co com gob net org',
  vn: 'com edu gov net org',
  za: 'ac co gov net nom org web',
};

const suffixes = new Set(Object.entries(SECOND_LEVEL).flatMap(([top, names]) => names.split(' ').map(name => `${name}.${top}`)));

/**
 * The part of a host name that one owner registered: `shop.example.co.uk` gives `example.co.uk`.
 *
 * Ours: an approximation without the Public Suffix List: the last two labels, or three under a short list of known second-level
 * suffixes. Hosting suffixes such as github.io count as one owner. Addresses and single labels come back as they are; a final
 * dot is ignored.
 */
export function registrableDomain(host: string): string {
  if (host.startsWith('[')) return host;
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  const lastDot = name.lastIndexOf('.');
  if (lastDot <= 0) return name;
  // An all-digit last label is an IPv4 address (URL Standard: ends in a number).
  if (isDigit(name.charCodeAt(lastDot + 1)) && isDigit(name.charCodeAt(name.length - 1))) return name;
  const secondDot = name.lastIndexOf('.', lastDot - 1);
  if (secondDot < 0) return name;
  if (!suffixes.has(name.slice(secondDot + 1))) return name.slice(secondDot + 1);
  return name.slice(name.lastIndexOf('.', secondDot - 1) + 1);
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
