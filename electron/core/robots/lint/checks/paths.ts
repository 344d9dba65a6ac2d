import { type Check, type Finding, type Span, valueSpan } from '../diagnostic.ts';
import { removed } from '../edits.ts';
import { everyone, nobody, only, withoutWildcards } from '../hurts.ts';
import { knownRobot } from '../known-robots.ts';
import type { Source, SourceLine } from '../source.ts';

const at = (line: SourceLine, index: number, length: number): Span => ({
  line,
  from: line.valueAt + index,
  to: line.valueAt + index + length,
});

const isFullUrl = (value: string): boolean => /^[a-z][a-z0-9+.-]{1,12}:\/\//i.test(value);
/** A value in the shape of one path: no list, no glued directive. */
const onePath = (line: SourceLine): boolean => !/[ \t]/.test(line.value) && !/(allow|user-agent)\s*:/i.test(line.value);
/** `/name.*` and `*.*` are patterns with a dot in them; `/.*` is none. */
const REGEX = /(?:^|\/)\.[*+]|\.[*+]\\|\\[.dw/]|\[[^\]]{1,20}\][*+]|^\^|\(\?|\([^)]{1,40}\|[^)]{1,40}\)|\)\$/;

/** Patterns are searched in a path of this many characters at most, so that none can cost more than its length. */
const SEARCHED = 4000;

/** A finding at the first match of `pattern` in a path. */
function first(
  line: SourceLine,
  pattern: RegExp,
  says: (found: string) => string,
  replace?: (found: string) => string,
): Finding | null {
  const match = isFullUrl(line.value) || line.value.length > SEARCHED ? null : pattern.exec(line.value);
  if (!match) return null;
  const span = at(line, match.index, match[0].length);
  return { says: says(match[0]), at: span, ...(replace ? { replacement: replace(match[0]) } : {}) };
}

/** Ours: a note, for every way to write an ending has such a gap, unless the crawl has a URL in it. */
function seenOrNote(source: Source, line: SourceLine, falls: (path: string) => boolean): { readonly severity?: 'I' } {
  const start = line.value.split('*')[0] ?? '';
  for (const { url } of source.input.crawl?.urls ?? []) {
    const path = url.slice(source.input.crawl?.origin.length ?? 0);
    if (path.startsWith(start) && falls(path)) return {};
  }
  return { severity: 'I' };
}

/** A rule that becomes shorter may lose against one of the other kind. */
const shorter = (line: SourceLine, source: Source, found: Finding | null): Finding | null =>
  found && { ...found, safe: source.byKind(line.kind === 'allow' ? 'disallow' : 'allow').length === 0 };

const SCRIPTS = /^\/\*?\.(css|js)\$?$|^\/(assets|css|js|scripts|styles|static)\/?\*?$/i;
const unreserved = (octet: string): string => String.fromCharCode(Number.parseInt(octet.slice(1), 16));

export const pathChecks: readonly Check[] = [
  {
    id: 'P-NO-SLASH',
    unsafe: true,
    severity: 'E',
    on: 'rule',
    why: 'A path begins with / or *. Another one never matches for most parsers; some put the slash in.',
    fix: 'Begin the path with a slash',
    hurts: ({ noSlash }) => noSlash.value === 'kept' || noSlash.value === 'ignored',
    find: line =>
      line.value !== '' && !/^[/*$\\]/.test(line.value) && !isFullUrl(line.value) && knownRobot(line.value) === null
        ? { says: `The path does not begin with a slash: ${line.value.slice(0, 200)}`, at: at(line, 0, 0), replacement: '/' }
        : null,
  },
  {
    id: 'P-STAR-ONLY',
    unsafe: true,
    severity: 'W',
    on: 'rule',
    why: 'Parsers without wildcards look for a path that begins with a star.',
    fix: 'Write / for everything',
    hurts: withoutWildcards,
    find: line => (line.value === '*' ? { says: 'A * without a slash', at: valueSpan(line), replacement: '/' } : null),
  },
  {
    id: 'P-URL',
    unsafe: true,
    severity: 'E',
    on: 'rule',
    why: 'Rules take paths of this host; a full URL is compared as a path and never matches.',
    fix: 'Write the path only',
    hurts: ({ absoluteRule }) => absoluteRule.value === 'kept',
    find: line => {
      if (!isFullUrl(line.value)) return null;
      const path = /^[^/]*\/\/[^/]*(\/.*)?$/.exec(line.value)?.[1] ?? '/';
      return { says: 'A full URL in place of a path', at: valueSpan(line), replacement: path };
    },
  },
  {
    id: 'P-EMPTY-ALLOW',
    severity: 'E',
    on: 'rule',
    why: 'An empty Allow has no effect for most crawlers and closes everything for some.',
    fix: 'Remove the line',
    hurts: ({ emptyAllow }) => emptyAllow.value === 'disallow-all',
    find: line =>
      line.kind === 'allow' && line.value === '' ? { says: 'Allow without a path', changes: [removed(line)] } : null,
  },
  {
    id: 'P-SPACE',
    unsafe: true,
    severity: 'E',
    on: 'rule',
    why: 'URLs have no blanks; a path with one matches nothing, or is cut there.',
    fix: 'Write %20, or remove the blank',
    hurts: everyone,
    find: line => {
      const words = line.value.split(/[ \t]+/);
      if (
        line.trouble !== null ||
        words.length < 2 ||
        words.every(word => /^[/*]/.test(word)) ||
        /(allow|user-agent)\s*:/i.test(line.value)
      )
        return null;
      const match = /[ \t]+/.exec(line.value);
      const encoded = line.value.replace(/[ \t]/g, '%20');
      return match
        ? {
            says: 'A blank inside the path',
            at: at(line, match.index, match[0].length),
            changes: [{ at: valueSpan(line), insert: encoded }],
          }
        : null;
    },
  },
  {
    id: 'P-DOLLAR-MID',
    unsafe: true,
    severity: 'W',
    on: 'rule',
    why: 'A $ means the end of the URL only as the last character; elsewhere parsers differ.',
    fix: 'Write %24 for the character itself, else remove it',
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
    severity: 'W',
    on: 'rule',
    why: 'A * before the final $ matches everything up to the end, so both are without effect or worse.',
    fix: 'Remove both',
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
    unsafe: true,
    severity: 'E',
    on: 'rule',
    why: 'Protego takes the ? before the final $ for an empty query and drops it: /*?$ then closes the whole site.',
    fix: 'Use /*? if that is meant',
    hurts: only('protego'),
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
    severity: 'I',
    on: 'rule',
    why: 'A rule matches everything that begins with it; the last * adds nothing and only changes its length.',
    fix: 'Remove the *',
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
    severity: 'W',
    on: 'rule',
    why: 'Parsers that try every way to match such a pattern become slow or give up.',
    fix: 'Simplify the pattern',
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
    unsafe: true,
    severity: 'E',
    on: 'rule',
    why: 'Patterns know * and a final $ and nothing else; the other signs are compared as they are.',
    fix: 'Use * in place of the expression',
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
    unsafe: true,
    severity: 'W',
    on: 'rule',
    why: 'A ? stands for itself, the beginning of the query, and not for any character.',
    fix: 'Use * if any characters are meant',
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
    unsafe: true,
    severity: 'W',
    on: 'rule',
    why: 'A pattern goes on at the end: it also matches longer names.',
    fix: 'Add $ if only this ending is meant',
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
    unsafe: true,
    severity: 'W',
    on: 'rule',
    why: 'The $ stands behind the query: with a query the URL ends otherwise.',
    fix: 'Leave the $ out if queries are meant too',
    hurts: nobody,
    find: (line, source) => {
      const name = /\*(\.[a-z0-9]{2,5})\$$/i.exec(line.value)?.[1];
      return name === undefined ||
        line.value.includes('?') ||
        source.byKind(line.kind).some(other => other.value === `${line.value.slice(0, -1)}?`)
        ? null
        : {
            says: `${line.value} does not match /a${name}?x`,
            at: valueSpan(line),
            replacement: line.value.slice(0, -1),
            ...seenOrNote(source, line, path => path.includes(`${name}?`)),
          };
    },
  },
  {
    id: 'P-NONASCII',
    severity: 'W',
    on: 'rule',
    why: 'URLs travel percent-encoded; parsers that do not encode the rule never find it.',
    fix: 'Percent-encode it',
    hurts: ({ ruleNormalisation }) => ruleNormalisation.value === 'none',
    find: (line, source) =>
      first(
        line,
        /[\u00a1-\u1fff\u2c00-\ufefe\uff00-\uffef]+/,
        found => `Unencoded characters: ${found.slice(0, 60)}`,
        found => (source.isUtf8 ? encodeOctets(found) : found),
      ),
  },
  {
    id: 'P-ESCAPE-BAD',
    unsafe: true,
    severity: 'W',
    on: 'rule',
    why: 'A % begins an escape of two hexadecimal digits. A decoder may fail on another one.',
    fix: 'Write %25 for the character itself',
    hurts: ({ brokenEscape }) => brokenEscape.value === 'file-rejected',
    find: line =>
      first(
        line,
        /%(?![0-9a-f]{2})/i,
        () => '% without two hexadecimal digits',
        () => '%25',
      ),
  },
  {
    id: 'P-ESCAPE-UNRES',
    severity: 'W',
    on: 'rule',
    why: 'RFC 9309 compares escaped letters and digits as plain ones; Google compares them as written.',
    fix: 'Write the character plainly',
    hurts: ({ ruleNormalisation }) => !/^(rfc9309|unreserved)/.test(ruleNormalisation.value),
    find: line =>
      first(
        line,
        /%(2d|2e|5f|7e|3[0-9]|[46][1-9a-f]|[57][0-9a])/i,
        found => `${found} is an escape of “${unreserved(found)}”`,
        unreserved,
      ),
  },
  {
    id: 'P-ESCAPE-CASE',
    severity: 'I',
    on: 'rule',
    why: 'Escapes are usually written in capitals; parsers that compare text see a difference.',
    fix: 'Use capital digits',
    hurts: ({ ruleNormalisation }) => ruleNormalisation.value === 'none',
    find: line =>
      first(
        line,
        /%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])/,
        found => `Small letters in ${found}`,
        found => found.toUpperCase(),
      ),
  },
  {
    id: 'P-ESCAPE-2F',
    severity: 'W',
    on: 'rule',
    why: 'An escaped slash is the same as a slash for parsers that decode everything, and something else for the rest.',
    fix: null,
    hurts: ({ ruleNormalisation }) => ['form-decode', 'unquote-quote', 'requote'].includes(ruleNormalisation.value),
    find: line => first(line, /%2f/i, found => `${found} is compared differently`),
  },
  {
    id: 'P-ESCAPE-SPECIAL',
    severity: 'W',
    on: 'rule',
    why: 'An escaped * or $ is the plain character (RFC 9309 section 2.2.3); parsers that decode first take it for a wildcard.',
    fix: null,
    hurts: ({ ruleNormalisation }) => /decode/.test(ruleNormalisation.value),
    find: line => first(line, /%(2a|24)/i, found => `${found} is a wildcard for some parsers`),
  },
  {
    id: 'P-PLUS',
    unsafe: true,
    severity: 'I',
    on: 'rule',
    why: 'Parsers that decode a path like a form read + as a blank.',
    fix: 'Write %2B',
    hurts: ({ ruleNormalisation }) => ruleNormalisation.value.startsWith('form-'),
    find: line =>
      first(
        line,
        /\+/,
        () => '+ is a blank for some parsers',
        () => '%2B',
      ),
  },
  {
    id: 'P-FRAGMENT',
    severity: 'W',
    on: 'rule',
    why: 'A # begins a comment, and fragments are never part of what a robot asks for.',
    fix: 'Remove it with what follows',
    hurts: nobody,
    find: line => {
      const next = line.hash < 0 ? '' : line.text.charAt(line.hash + 1);
      return line.value !== '' && line.hash === line.valueEnd && /[A-Za-z0-9_!-]/.test(next)
        ? { says: 'A fragment in the path', at: { line, from: line.hash, to: line.text.trimEnd().length }, replacement: '' }
        : null;
    },
  },
  {
    id: 'P-DOTS',
    unsafe: true,
    severity: 'I',
    on: 'rule',
    why: 'Rules are compared as text; URLs are rarely asked for in this form.',
    fix: 'Write the plain path',
    hurts: nobody,
    find: line => {
      const found = first(line, /\/\/|\/\.{1,2}(?=\/|$)/, text => `${text} is compared literally`);
      const plain = line.value.replace(/\/{2,}/g, '/').replace(/\/\.(?=\/)/g, '');
      return found && plain !== line.value && !plain.includes('/..')
        ? { ...found, changes: [{ at: valueSpan(line), insert: plain }] }
        : found;
    },
  },
  {
    id: 'P-BACKSLASH',
    unsafe: true,
    severity: 'W',
    on: 'rule',
    why: 'Paths have slashes; a backslash is another character.',
    fix: 'Write a slash',
    hurts: everyone,
    find: line =>
      REGEX.test(line.value)
        ? null
        : first(
            line,
            /\\/,
            () => 'Backslash in the path',
            () => '/',
          ),
  },
  {
    id: 'P-RESOURCES',
    severity: 'W',
    on: 'rule',
    why: 'Search engines render pages and need scripts and style sheets for it.',
    fix: 'Leave scripts and style sheets open',
    hurts: nobody,
    find: line =>
      line.kind === 'disallow' && SCRIPTS.test(line.value)
        ? { says: `${line.value} closes scripts or style sheets`, at: valueSpan(line) }
        : null,
  },
  {
    id: 'P-INDEX-QUIRK',
    severity: 'I',
    on: 'rule',
    why: 'For Google and a few libraries, allowing the index page also opens the directory itself.',
    fix: null,
    hurts: ({ indexQuirk }) => indexQuirk.value !== 'none',
    find: line => {
      const directory = line.kind === 'allow' ? /^(.*\/)index\.html?$/.exec(line.value)?.[1] : undefined;
      return directory === undefined ? null : { says: `This also opens ${directory} for some crawlers`, at: valueSpan(line) };
    },
  },
  {
    id: 'P-SELF',
    severity: 'I',
    on: 'rule',
    why: 'RFC 9309 section 2.2.2 always allows /robots.txt itself.',
    fix: null,
    hurts: ({ selfExemption }) => selfExemption.value === 'none',
    find: line =>
      line.kind === 'disallow' && line.value.length > 1 && ('/robots.txt'.startsWith(line.value) || line.value === '/robots.txt$')
        ? { says: 'The rule matches /robots.txt, which may always be fetched', at: valueSpan(line) }
        : null,
  },
];

/** The UTF-8 octets of a text as escapes. */
const encodeOctets = (text: string): string =>
  Array.from(new TextEncoder().encode(text), octet => `%${octet.toString(16).toUpperCase()}`).join('');
