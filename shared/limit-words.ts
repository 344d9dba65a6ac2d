import type { HostLimit, PrefixLimit } from './model/crawl.ts';

/** Limits as a line of text: the form and the command line read and write them alike. */

export const mostHostLimits = 200;
export const mostPrefixLimits = 200;
/** A year. */
export const longestCrawlMs = 365 * 86_400_000;
/** 10 TiB. */
export const mostTotalBytes = 10 * 1024 ** 4;
const mostPages = 100_000_000;

const unitMs: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

/** The time between two starts that a rate such as `5/min` allows, in milliseconds; null for another text. */
export function intervalOf(rate: string): number | null {
  const [, count = '', unit = ''] = /^(\d{1,6})\/(s|min|h)$/.exec(rate) ?? [];
  const perUnit = unitMs[unit];
  return perUnit === undefined || Number(count) < 1 ? null : Math.ceil(perUnit / Number(count));
}

/** 'example.com connections=2 rate=5/min delay=1 pages=100' */
export const hostLimitText = ({ host, connections, rate, delayMs, pages }: HostLimit): string =>
  [
    host,
    ...(connections === undefined ? [] : [`connections=${connections}`]),
    ...(rate === undefined ? [] : [`rate=${rate}`]),
    ...(delayMs === undefined ? [] : [`delay=${delayMs / 1000}`]),
    ...(pages === undefined ? [] : [`pages=${pages}`]),
  ].join(' ');

/** '/blog/ 100' */
export const prefixLimitText = ({ prefix, pages }: PrefixLimit): string => `${prefix} ${pages}`;

const example = 'Write it like: example.com connections=2 rate=5/min delay=1 pages=100';

/** The limit that a line states, or what is wrong with the line. */
export function readHostLimit(line: string): HostLimit | string {
  const [host = '', ...words] = line.trim().split(/\s+/);
  const named = plainHost(host);
  if (named === null)
    return `“${host.slice(0, 100)}” is not a host. Write example.com, example.com:8080, *.example.com, or * for every host.`;
  const limit: { -readonly [K in keyof HostLimit]: HostLimit[K] } = { host: named };
  if (words.length === 0) return `“${host}” has no limit. ${example}`;
  for (const word of words) {
    const [, name = '', value = ''] = /^(connections|rate|delay|pages)=(.+)$/.exec(word) ?? [];
    const field = name === 'delay' ? 'delayMs' : (name as 'connections' | 'rate' | 'pages');
    if (name === '') return `“${word}” is not a limit of a host. ${example}`;
    if (limit[field] !== undefined) return `“${host}” has ${name} twice.`;
    const wrong = readWord(limit, name, value);
    if (wrong !== '') return wrong;
  }
  return limit;
}

function readWord(limit: { -readonly [K in keyof HostLimit]: HostLimit[K] }, name: string, value: string): string {
  if (name === 'rate') {
    if (intervalOf(value) === null) return `“rate=${value}”: write requests per s, min or h, as in rate=5/min.`;
    limit.rate = value;
    return '';
  }
  if (name === 'delay') {
    const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN;
    if (!(seconds <= 86_400)) return `“delay=${value}”: write seconds from 0 to 86400.`;
    limit.delayMs = Math.round(seconds * 1000);
    return '';
  }
  const most = name === 'pages' ? mostPages : 256;
  const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > most) return `“${name}=${value}”: write a whole number from 1 to ${most}.`;
  limit[name as 'pages' | 'connections'] = count;
  return '';
}

/** The pattern of a host as it is stored: lower case and Punycode. Null for anything else. */
function plainHost(typed: string): string | null {
  if (typed === '*') return typed;
  const [, star = '', host = '', port = ''] = /^(\*\.)?([^\s/?#@*:]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.exec(typed) ?? [];
  if (host === '' || !URL.canParse(`http://${host}${port}/`)) return null;
  return `${star}${new URL(`http://${host}/`).hostname}${port}`;
}

/** What is wrong with the limits of hosts, '' if nothing. */
export function hostLimitsProblem(limits: readonly HostLimit[]): string {
  if (limits.length > mostHostLimits) return `At most ${mostHostLimits} hosts.`;
  for (const limit of limits) {
    const read = readHostLimit(hostLimitText(limit));
    if (typeof read === 'string') return read;
  }
  const names = limits.map(({ host }) => host.toLowerCase());
  const twice = names.find((host, at) => names.indexOf(host) !== at);
  return twice === undefined ? '' : `“${twice}” is named twice. Write all its limits on one line.`;
}

/** The limit that a line states, or what is wrong with the line. */
export function readPrefixLimit(line: string): PrefixLimit | string {
  const [, prefix = '', typed = ''] = /^(\S+)\s+(\d{1,9})$/.exec(line.trim()) ?? [];
  const pages = Number(typed);
  if (prefix === '' || pages < 1 || pages > mostPages)
    return `“${line.trim().slice(0, 100)}” is not a limit of a path. Write the path and its pages: /blog/ 100`;
  const isUrl = /^https?:\/\/[^/?#]+\//i.test(prefix) && URL.canParse(prefix);
  return prefix.startsWith('/') || isUrl
    ? { prefix, pages }
    : `“${prefix.slice(0, 100)}” is not a path. Write /blog/ for every host, or https://example.com/blog/ for one.`;
}

/** What is wrong with the limits of paths, '' if nothing. */
export function prefixLimitsProblem(limits: readonly PrefixLimit[]): string {
  if (limits.length > mostPrefixLimits) return `At most ${mostPrefixLimits} paths.`;
  for (const limit of limits) {
    const read = readPrefixLimit(prefixLimitText(limit));
    if (typeof read === 'string') return read;
  }
  const twice = limits.find(({ prefix }, at) => limits.findIndex(other => other.prefix === prefix) !== at);
  return twice === undefined ? '' : `“${twice.prefix}” is named twice.`;
}
