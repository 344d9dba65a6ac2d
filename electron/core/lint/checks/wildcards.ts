import { rfc9309 } from '../../robots/dialects/rfc9309.ts';
import { matchesPattern, readPattern } from '../../robots/match/pattern.ts';
import { type Check, valueSpan } from '../diagnostic.ts';
import { everyone, nobody, only } from '../hurts.ts';
import { first, isFullUrl, REGEX, shorter } from '../in-path.ts';
import type { Source, SourceLine } from '../source.ts';

/** A value in the shape of one path: no list, no glued directive. */
const onePath = (line: SourceLine): boolean => !/[ \t]/.test(line.value) && !/(allow|user-agent)\s*:/i.test(line.value);

/** Ours: a note, for every way to write an ending has such a gap, unless the crawl has a URL in it. */
function seenOrNote(source: Source, line: SourceLine, falls: (path: string) => boolean): { readonly severity?: 'I' } {
  const start = line.value.split('*')[0] ?? '';
  for (const { url } of source.input.crawl?.urls ?? []) {
    const path = url.slice(source.input.crawl?.origin.length ?? 0);
    if (path.startsWith(start) && falls(path)) return {};
  }
  return { severity: 'I' };
}

/** Signs with a meaning in patterns, and those taken for such. */
export const wildcardChecks: readonly Check[] = [
  {
    id: 'P-DOLLAR-MID',
    title: '$ not at the end',
    severity: 'W',
    on: 'rule',
    why: 'A $ marks the end of the URL only as the last character. Elsewhere parsers differ.',
    fix: 'Write %24 for the literal character, otherwise remove it',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.3',
    hurts: ({ dollar }) => dollar.value !== 'end-if-last' && dollar.value !== 'literal',
    find: line =>
      first(
        line,
        /\$(?=.)/,
        () => '$ is not at the end',
        () => '%24',
      ),
  },
  {
    id: 'P-DOLLAR-STAR',
    title: '*$ at the end',
    severity: 'W',
    on: 'rule',
    why: 'A * before the final $ matches everything up to the end, so the two cancel out for most parsers.',
    fix: 'Remove both',
    fixes: 'safe',
    source: 'Yandex: robots.txt; Ours: found comparing parsers',
    hurts: only('yandex', 'heritrix', 'yioop', 'yioop-code'),
    find: (line, source) =>
      line.value.length > 2
        ? shorter(
            line,
            source,
            first(
              line,
              /\*\$$/,
              () => '*$ at the end cancels itself',
              () => '',
            ),
          )
        : null,
  },
  {
    id: 'P-Q-DOLLAR',
    title: '?$ at the end',
    severity: 'E',
    on: 'rule',
    why: 'Protego reads the ? before the final $ as an empty query and drops it, so /*?$ blocks the whole site.',
    fix: 'Write /*? to match every query',
    fixes: 'asks',
    source: 'Protego: source code',
    hurts: only('protego', 'scrapy'),
    find: line =>
      first(
        line,
        /\?\$$/,
        () => '?$ at the end',
        () => '?',
      ),
  },
  {
    id: 'P-TRAIL-STAR',
    title: '* at the end',
    severity: 'I',
    on: 'rule',
    why: 'A rule already matches everything that starts with it. A * at the end only changes its length.',
    fix: 'Remove the *',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.3; CPython: robotparser',
    hurts: ({ length }) => length.value === 'matched-text',
    find: (line, source) =>
      /^\/.+\*$/.test(line.value)
        ? shorter(
            line,
            source,
            first(
              line,
              /\*+$/,
              () => 'The last * is not needed',
              () => '',
            ),
          )
        : null,
  },
  {
    id: 'P-STARS',
    title: 'Many wildcards',
    severity: 'W',
    on: 'rule',
    why: 'Parsers that try every way to match such a pattern become slow or give up.',
    fix: 'Simplify the pattern',
    fixes: null,
    source: 'Ours: found comparing parsers',
    hurts: nobody,
    find: line => {
      const stars = line.value.split('*').length - 1;
      if (stars <= 4 && !line.value.includes('**')) return null;
      const plain = line.value.replace(/\*{2,}/g, '*');
      const mended = plain !== line.value && plain.split('*').length <= 5 ? { replacement: plain, safe: false } : {};
      return { says: `${stars} wildcards in one pattern`, at: valueSpan(line), ...mended };
    },
  },
  {
    id: 'P-REGEX',
    title: 'Regular expression',
    severity: 'E',
    on: 'rule',
    why: 'Patterns support only * and a final $. All other characters are compared literally.',
    fix: 'Use * instead of the expression',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.3',
    hurts: everyone,
    find: line => {
      const found = onePath(line) ? first(line, REGEX, text => `“${text}” looks like a regular expression`) : null;
      const plain = line.value
        .replace(/^\^/, '')
        .replace(/\.[*+]/g, '*')
        .replace(/\\([./?-])/g, '$1');
      return found && /^[/*]/.test(plain) && !REGEX.test(plain) && !/[\\()|[\]]/.test(plain)
        ? { ...found, changes: [{ at: valueSpan(line), insert: plain }] }
        : found;
    },
  },
  {
    id: 'P-QMARK',
    title: '? used as a wildcard',
    severity: 'W',
    on: 'rule',
    why: 'A ? matches only itself, the start of the query. It is not a wildcard.',
    fix: 'Use * to match any characters',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.3',
    hurts: everyone,
    find: line =>
      first(
        line,
        /\?(?=\.(html?|php|aspx?|jsp|pdf|gif|jpe?g|png)\b)/i,
        () => '? is not a wildcard',
        () => '*',
      ),
  },
  {
    id: 'P-EXT-NO-END',
    title: 'Ending without $',
    severity: 'W',
    on: 'rule',
    why: 'A pattern does not end where its text ends, so it also matches longer names.',
    fix: 'Add $ to match only this ending',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.3',
    hurts: nobody,
    find: (line, source) => {
      const name = /^\/?\*(\.[a-z0-9]{2,4})$/i.exec(line.value)?.[1];
      return name === undefined
        ? null
        : {
            says: `${line.value} also matches names such as /a${name}.html and /a${name}x`,
            at: valueSpan(line),
            replacement: `${line.value}$`,
            ...seenOrNote(source, line, path => path.includes(name) && !path.split('?')[0]?.endsWith(name)),
          };
    },
  },
  {
    id: 'P-END-QUERY',
    title: '$ leaves URLs with a query open',
    severity: 'W',
    on: 'rule',
    why: 'The $ matches the end of the whole URL, so URLs with a query do not match.',
    fix: 'Remove the $ to match URLs with a query too',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.3',
    hurts: nobody,
    find: (line, source) => {
      const match = isFullUrl(line.value) ? null : /\*(\.[a-z0-9]{2,5})\$$/i.exec(line.value);
      if (
        !match ||
        line.value.includes('?') ||
        source.byKind(line.kind).some(other => other.value === `${line.value.slice(0, -1)}?`)
      )
        return null;
      const sample = line.value
        .slice(0, -1)
        .replace(/\*+/g, 'a')
        .replace(/^(?!\/)/, '/');
      const pattern = readPattern(line.value, rfc9309);
      return {
        says: `${line.value} does not match ${sample.slice(0, 200)}?x`,
        at: valueSpan(line),
        replacement: line.value.slice(0, -1),
        ...seenOrNote(source, line, path => {
          const query = path.indexOf('?');
          return query >= 0 && !matchesPattern(pattern, path) && matchesPattern(pattern, path.slice(0, query));
        }),
      };
    },
  },
];
