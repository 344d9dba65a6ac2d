import { quickVerdict } from '../../robots/decide.ts';
import { rfc9309 } from '../../robots/dialects/rfc9309.ts';
import { parseRobots } from '../../robots/parse/parse.ts';
import { type Check, type Finding, type Hurts, keySpan, type Span, valueSpan } from '../diagnostic.ts';
import { before, behind, removed, replaced } from '../edits.ts';
import { nobody, only } from '../hurts.ts';
import { usersOf, uses, usual } from '../keywords.ts';
import type { Source, SourceLine } from '../source.ts';
import { urlOf } from '../web-address.ts';

const NUMBER = /^(\d{1,12}(\.\d{1,12})?|\.\d{1,12})$/;
const seconds = (line: SourceLine): number | null =>
  line.kind === 'crawl-delay' && NUMBER.test(line.value) ? Number(line.value) : null;
const delay = (
  line: SourceLine,
  wanted: (value: number) => boolean,
  says: (value: number) => string,
  better: (value: number) => number,
): Finding | null => {
  const value = seconds(line);
  return value !== null && wanted(value)
    ? { says: says(value), at: valueSpan(line), replacement: `${better(value)}`, safe: false }
    : null;
};
const key = (line: SourceLine, kinds: readonly SourceLine['kind'][], says: string): Finding | null =>
  kinds.includes(line.kind) ? { says, at: keySpan(line) } : null;
/** As `key`, for lines nobody misses. */
const useless = (line: SourceLine, kind: SourceLine['kind'], says: string, safe: boolean): Finding | null =>
  line.kind === kind ? { says, at: keySpan(line), changes: [removed(line)], safe } : null;
const whole = (line: SourceLine): Span => ({ line, from: 0, to: line.text.length });
const absolute = (value: string): URL | null => (/^[a-z][a-z0-9+.-]*:/i.test(value) ? urlOf(value) : null);
const isWeb = (url: URL | null): boolean => url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
const ownHost = (source: Source): string | null => urlOf(source.input.url ?? '')?.hostname ?? null;
const hostOnly = (value: string): { replacement: string; safe: false } | Record<string, never> => {
  const url = urlOf(value);
  return url && isWeb(url) ? { replacement: url.host, safe: false } : {};
};
/** A name no group has. */
const ANYBODY = 'anybody';
const MOST_SITEMAPS = 200;
const HOST = /^(https?:\/\/)?[\p{L}\p{N}]([\p{L}\p{N}.-]{0,252})(:\d{1,5})?\/?$/iu;
/** `htp://`, `http:/e.com`, `https//e.com`. */
const mendedScheme = (value: string): { replacement: string; safe: false } | Record<string, never> => {
  const rest = /^(?:h{0,2}t{1,3}p{1,2})(s?):{0,2}\/{1,3}(?=[\p{L}\p{N}])(.+)$/iu.exec(value);
  const mended = rest ? `http${(rest[1] ?? '').toLowerCase()}://${rest[2]}` : '';
  return isWeb(absolute(mended)) ? { replacement: mended, safe: false } : {};
};
/** Names and at most one path, whatever was put between them. */
const mendedClean = (value: string): { replacement: string; safe: false } | Record<string, never> => {
  const words = value.split(/[\s,&]+/).filter(word => word !== '');
  const paths = words.filter(word => word.startsWith('/'));
  const names = words.filter(word => !word.startsWith('/')).join('&');
  const mended = [names, ...paths].join(' ');
  return paths.length < 2 && names !== '' && mended.length <= 500 && CLEAN.test(mended)
    ? { replacement: mended, safe: false }
    : {};
};
const CLEAN = /^[A-Za-z0-9._&[\]-]+( +[A-Za-z0-9./*_%-]+)?$/;

export const directiveChecks: readonly Check[] = [
  {
    id: 'X-DELAY-IGNORED',
    severity: 'I',
    on: 'line',
    why: 'Google never read Crawl-delay, Yandex stopped in 2018.',
    fix: 'Use their webmaster tools for the pace',
    hurts: ({ crawlDelay }) => crawlDelay.value.use === 'ignored',
    find: line => key(line, ['crawl-delay'], 'Crawl-delay is ignored by Google and Yandex'),
  },
  {
    id: 'X-DELAY-VALUE',
    severity: 'E',
    on: 'line',
    why: 'The value is a number of seconds. Others are ignored, and one parser rejects the file.',
    fix: 'Write a number',
    hurts: ({ crawlDelay }) => crawlDelay.value.use === 'honoured',
    find: line => {
      if (line.kind !== 'crawl-delay' || seconds(line) !== null) return null;
      const number = /^(\d{1,6}(?:\.\d{1,6})?)\s{0,3}(?:s|sec|secs|second|seconds)\.?$/i.exec(line.value)?.[1];
      const mended = number === undefined ? {} : { replacement: number };
      return { says: `Not a number: “${line.value.slice(0, 60)}”`, at: valueSpan(line), ...mended };
    },
  },
  {
    id: 'X-DELAY-LARGE',
    severity: 'E',
    on: 'line',
    why: 'Above a limit (64 s for YioopBot, 300 s for crawler-commons) the site counts as closed.',
    fix: 'Use at most 30 seconds',
    hurts: ({ crawlDelay }) => crawlDelay.value.closesAbove !== null,
    find: line => {
      const value = seconds(line) ?? 0;
      const closes: Hurts = ({ crawlDelay }) => crawlDelay.value.closesAbove !== null && value > crawlDelay.value.closesAbove;
      return value > 64
        ? { says: `${value} s is read as closing the site`, at: valueSpan(line), hurts: closes, replacement: '30', safe: false }
        : null;
    },
  },
  {
    id: 'X-DELAY-BING',
    severity: 'W',
    on: 'line',
    why: 'Bing takes values from 1 to 30.',
    fix: 'Use at most 30 seconds',
    hurts: only('bing'),
    find: line =>
      delay(
        line,
        value => value > 30 || value < 1,
        value => `Bing takes 1 to 30 s, not ${value}`,
        value => (value < 1 ? 1 : 30),
      ),
  },
  {
    id: 'X-DELAY-FRACTION',
    severity: 'I',
    on: 'line',
    why: 'Parsers that know whole numbers only drop the line or the fraction.',
    fix: 'Write a whole number',
    hurts: ({ crawlDelay }) => crawlDelay.value.number.includes('integer'),
    find: line =>
      delay(
        line,
        value => !Number.isInteger(value),
        () => 'Not a whole number of seconds',
        Math.ceil,
      ),
  },
  {
    id: 'X-DELAY-GLOBAL',
    severity: 'W',
    on: 'file',
    why: 'One parser applies the last Crawl-delay of the file to everybody.',
    fix: null,
    hurts: ({ crawlDelay }) => crawlDelay.value.scope === 'whole-file',
    find: source => {
      const last = source.byKind('crawl-delay').at(-1);
      const values = new Set(source.byKind('crawl-delay').map(line => line.value));
      return last && values.size > 1
        ? { says: 'Groups differ in Crawl-delay; some crawlers take this one for all', at: whole(last) }
        : null;
    },
  },
  {
    id: 'X-SITEMAP-REL',
    severity: 'E',
    on: 'line',
    why: 'A Sitemap line needs a complete URL (sitemaps.org); without scheme and host it is ignored.',
    fix: 'Write the whole URL with https:// and host',
    hurts: ({ sitemap }) => sitemap.value === 'collected',
    find: (line, source) => {
      if (line.kind !== 'sitemap' || line.value === '' || /^[a-z][a-z0-9+.-]*:/i.test(line.value)) return null;
      const url = urlOf(line.value, source.input.url);
      const full = url === null ? {} : { replacement: url.href };
      return { says: `Not a complete URL: ${line.value.slice(0, 200)}`, at: valueSpan(line), ...full };
    },
  },
  {
    id: 'X-SITEMAP-URL',
    severity: 'E',
    on: 'line',
    why: 'Only http and https URLs can be fetched.',
    fix: 'Correct the URL',
    hurts: ({ sitemap }) => sitemap.value === 'collected',
    find: line =>
      line.kind === 'sitemap' && (line.value === '' || /^[a-z][a-z0-9+.-]*:/i.test(line.value)) && !isWeb(absolute(line.value))
        ? {
            says: line.value === '' ? 'Sitemap without a URL' : `Not a valid URL: ${line.value.slice(0, 200)}`,
            at: valueSpan(line),
            ...mendedScheme(line.value),
          }
        : null,
  },
  {
    id: 'X-SITEMAP-HOST',
    needs: 'url',
    severity: 'I',
    on: 'line',
    why: 'A sitemap on another host is accepted only where the ownership is known.',
    fix: null,
    hurts: nobody,
    find: (line, source) => {
      const url = line.kind === 'sitemap' ? absolute(line.value) : null;
      const own = ownHost(source);
      return url && own && isWeb(url) && url.hostname !== own
        ? { says: `The sitemap is on another host, ${url.hostname}`, at: valueSpan(line) }
        : null;
    },
  },
  {
    id: 'X-SITEMAP-BLOCKED',
    severity: 'W',
    on: 'file',
    why: 'A crawler that keeps to the rules for * may not fetch the sitemap it is told of.',
    fix: 'Allow the sitemap',
    unsafe: true,
    hurts: nobody,
    find: source => {
      const named = source.byKind('sitemap').slice(0, MOST_SITEMAPS);
      if (named.length === 0) return null;
      const file = parseRobots(source.bytes, rfc9309);
      const own = ownHost(source);
      return named.flatMap(line => {
        const url = absolute(line.value);
        // Without the address of the file a sitemap is taken to stand on the same host.
        if (!url || !isWeb(url) || (own !== null && url.hostname !== own)) return [];
        const verdict = quickVerdict(file, rfc9309, ANYBODY, url.href);
        const rule = source.lines[verdict.line - 1];
        // Where the site is closed to all but some robots, the sitemap is meant for those.
        if (verdict.allowed !== false || !rule || /^\/?\*?$/.test(rule.value)) return [];
        const opens = before(rule, `Allow: ${url.pathname}${url.search}`);
        return [
          { says: `The sitemap may not be fetched: line ${rule.number} disallows it`, at: valueSpan(line), changes: [opens] },
        ];
      });
    },
  },
  {
    id: 'X-SITEMAP-NONE',
    severity: 'I',
    on: 'file',
    why: 'A Sitemap line tells every crawler where the list of pages is.',
    fix: 'Add a Sitemap line if there is a sitemap',
    hurts: nobody,
    find: source => {
      if (source.groups.length === 0 || source.byKind('sitemap').length > 0) return null;
      const known = source.input.crawl?.sitemaps.find(each => each.problem === '' && each.status === 200 && !/\s/.test(each.url));
      const last = source.lines.at(-1);
      const mended = known && last ? { changes: [behind(last, `Sitemap: ${known.url}`)], safe: false } : {};
      return { says: 'The file names no sitemap', ...mended };
    },
  },
  {
    id: 'X-SITEMAP-BARE',
    severity: 'W',
    on: 'line',
    why: 'Before the first colon stands the keyword: a bare URL has the keyword “http” and is ignored.',
    fix: 'Put Sitemap: before it',
    hurts: dialect => dialect.id !== 'crawler-commons',
    find: line =>
      line.trouble === 'bare-url'
        ? {
            says: 'A URL without a keyword',
            at: { line, from: line.valueAt, to: line.valueEnd },
            replacement: `Sitemap: ${line.value}`,
          }
        : null,
  },
  {
    id: 'P-IDN',
    severity: 'W',
    on: 'line',
    why: 'Host names are written in Punycode where not every reader converts them.',
    fix: 'Write the host name in Punycode',
    hurts: nobody,
    find: line => {
      if (line.kind !== 'sitemap' && line.kind !== 'host') return null;
      const host = /^(?:https?:\/\/)?([^/:?#]{1,255})/i.exec(line.value)?.[1] ?? '';
      if (!/[^\x00-\x7f]/.test(host)) return null;
      const encoded = urlOf(`http://${host}`)?.hostname;
      const at = line.valueAt + line.value.indexOf(host);
      const mended = encoded === undefined ? {} : { changes: [replaced(line, at, at + host.length, encoded)] };
      return { says: `Unencoded host name ${host}`, at: valueSpan(line), ...mended };
    },
  },
  {
    id: 'X-HOST',
    severity: 'I',
    on: 'line',
    why: 'Yandex replaced Host by redirects in 2018; search engines ignore it.',
    fix: 'Remove the line, redirect to the main host',
    hurts: nobody,
    find: line => useless(line, 'host', `Host is obsolete: only ${usersOf('host')} still use it`, false),
  },
  {
    id: 'X-HOST-VALUE',
    severity: 'W',
    on: 'file',
    why: 'Host takes one host name, and stands once in a file.',
    fix: 'Keep one line with one host name',
    hurts: nobody,
    find: source =>
      source
        .byKind('host')
        .flatMap((line, index) =>
          index > 0
            ? [{ says: 'Another Host line', at: whole(line), changes: [removed(line)], safe: false }]
            : HOST.test(line.value)
              ? []
              : [{ says: `Not a host name: “${line.value.slice(0, 100)}”`, at: valueSpan(line), ...hostOnly(line.value) }],
        ),
  },
  {
    id: 'X-CLEAN',
    severity: 'E',
    on: 'line',
    why: 'Clean-param takes names joined by &, then at most one path, in 500 characters.',
    fix: 'Write it as p0&p1 /path',
    hurts: uses('clean-param'),
    find: line =>
      line.kind === 'clean-param' && (line.value.length > 500 || !CLEAN.test(line.value))
        ? { says: 'Clean-param is not in its form', at: valueSpan(line), ...mendedClean(line.value) }
        : null,
  },
  {
    id: 'X-NOINDEX',
    severity: 'W',
    on: 'line',
    why: 'Google stopped reading this in robots.txt on 2019-09-01; no standard ever had it.',
    fix: 'Use a robots meta element or X-Robots-Tag',
    hurts: nobody,
    find: line => key(line, ['noindex', 'nofollow'], `${line.key} has no effect in robots.txt`),
  },
  {
    id: 'X-RATE',
    severity: 'I',
    on: 'line',
    why: 'Request-rate and Visit-time were proposed in 1996. They limit the pace, and few crawlers use them.',
    fix: null,
    hurts: nobody,
    find: line =>
      line.kind === 'request-rate' || line.kind === 'visit-time'
        ? { says: `Only ${usersOf(line.kind)} use ${usual(line.kind)}`, at: keySpan(line) }
        : null,
  },
  {
    id: 'X-VERSION',
    severity: 'W',
    on: 'line',
    why: 'Version 2.0 makes SeznamBot read paths as shell patterns for the whole path.',
    fix: 'Remove the line',
    hurts: nobody,
    find: line => useless(line, 'robot-version', 'Robot-version changes how SeznamBot reads paths', false),
  },
  {
    id: 'X-CONTENT-SIGNAL',
    severity: 'I',
    on: 'line',
    why: 'It states how content may be used and forbids no fetch.',
    fix: null,
    hurts: nobody,
    find: line => key(line, ['content-signal', 'content-usage'], `${line.key} is a statement, not an access rule`),
  },
  {
    id: 'X-LICENSE',
    severity: 'I',
    on: 'line',
    why: 'It names the terms of use (RSL) and forbids no fetch.',
    fix: null,
    hurts: nobody,
    find: line => key(line, ['license'], 'License is a statement, not an access rule'),
  },
  {
    id: 'X-ACAP',
    severity: 'I',
    on: 'line',
    why: 'The ACAP lines of 2007 are read by no crawler of today.',
    fix: 'Remove the line',
    hurts: nobody,
    find: line => useless(line, 'acap', 'ACAP lines are not read by anybody', true),
  },
];
