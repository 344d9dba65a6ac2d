import { quickVerdict } from '../../robots/decide.ts';
import { rfc9309 } from '../../robots/dialects/rfc9309.ts';
import { parseRobots } from '../../robots/parse/parse.ts';
import { type Check, valueSpan } from '../diagnostic.ts';
import { before, behind, replaced } from '../edits.ts';
import { nobody } from '../hurts.ts';
import type { Source } from '../source.ts';
import { urlOf } from '../web-address.ts';

const absolute = (value: string): URL | null => (/^[a-z][a-z0-9+.-]*:/i.test(value) ? urlOf(value) : null);
const isWeb = (url: URL | null): boolean => url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
const ownHost = (source: Source): string | null => urlOf(source.input.url ?? '')?.hostname ?? null;
/** A name no group has. */
const ANYBODY = 'anybody';
const MOST_SITEMAPS = 200;
/** `htp://`, `http:/e.com`, `https//e.com`. */
const mendedScheme = (value: string): { replacement: string; safe: false } | Record<string, never> => {
  const rest = /^(?:h{0,2}t{1,3}p{1,2})(s?):{0,2}\/{1,3}(?=[\p{L}\p{N}])(.+)$/iu.exec(value);
  const mended = rest ? `http${(rest[1] ?? '').toLowerCase()}://${rest[2]}` : '';
  return isWeb(absolute(mended)) ? { replacement: mended, safe: false } : {};
};

export const sitemapChecks: readonly Check[] = [
  {
    id: 'X-SITEMAP-REL',
    title: 'Relative sitemap',
    severity: 'E',
    on: 'line',
    why: 'A Sitemap line needs a complete URL (sitemaps.org). Crawlers ignore one without scheme and host.',
    fix: 'Write the whole URL with https:// and host',
    fixes: 'safe',
    source: 'sitemaps.org: protocol',
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
    title: 'Invalid sitemap URL',
    severity: 'E',
    on: 'line',
    why: 'Crawlers can fetch only http and https URLs.',
    fix: 'Correct the URL',
    fixes: 'asks',
    source: 'sitemaps.org: protocol',
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
    title: 'Sitemap on another host',
    needs: 'url',
    severity: 'I',
    on: 'line',
    why: 'Search engines accept a sitemap on another host only if both hosts are verified.',
    fix: null,
    fixes: null,
    source: 'sitemaps.org: cross submits',
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
    title: 'Sitemap is blocked',
    severity: 'W',
    on: 'file',
    why: 'A crawler that follows the rules for * may not fetch the sitemap.',
    fix: 'Allow the sitemap',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.4',
    hurts: nobody,
    find: source => {
      const named = source.byKind('sitemap').slice(0, MOST_SITEMAPS);
      if (named.length === 0) return null;
      const file = parseRobots(source.bytes, rfc9309);
      const own = ownHost(source);
      return named.flatMap(line => {
        const url = absolute(line.value);
        // If the address of the file is unknown, we assume that the sitemap is on the same host.
        if (!url || !isWeb(url) || (own !== null && url.hostname !== own)) return [];
        const verdict = quickVerdict(file, rfc9309, ANYBODY, url.href);
        const rule = source.lines[verdict.line - 1];
        // Where the site is closed to all but some robots, the sitemap is meant for those.
        if (verdict.allowed !== false || !rule || /^\/?\*?$/.test(rule.value)) return [];
        const opens = before(rule, `Allow: ${url.pathname}${url.search}`);
        return [{ says: `The sitemap is blocked: line ${rule.number} disallows it`, at: valueSpan(line), changes: [opens] }];
      });
    },
  },
  {
    id: 'X-SITEMAP-NONE',
    title: 'No Sitemap line',
    severity: 'I',
    on: 'file',
    why: 'A Sitemap line tells every crawler where the list of pages is.',
    fix: 'Add a Sitemap line if the site has a sitemap',
    fixes: null,
    source: 'sitemaps.org: protocol',
    hurts: nobody,
    find: source => {
      if (source.groups.length === 0 || source.byKind('sitemap').length > 0) return null;
      const known = source.input.crawl?.sitemaps.find(each => each.problem === '' && each.status === 200 && !/\s/.test(each.url));
      const last = source.lines.at(-1);
      const mended = known && last ? { changes: [behind(last, `Sitemap: ${known.url}`)], safe: false } : {};
      return { says: 'The file has no Sitemap line', ...mended };
    },
  },
  {
    id: 'X-SITEMAP-BARE',
    title: 'URL without a keyword',
    severity: 'W',
    on: 'line',
    why: 'The text before the first colon is the keyword. A bare URL has the keyword “http” and is ignored.',
    fix: 'Put Sitemap: before it',
    fixes: 'safe',
    source: 'crawler-commons: source code',
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
    title: 'Unencoded host name',
    severity: 'W',
    on: 'line',
    why: 'Not every crawler converts host names, so write them in Punycode.',
    fix: 'Write the host name in Punycode',
    fixes: 'safe',
    source: 'Yandex: robots.txt',
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
];
