import type { Check } from '../diagnostic.ts';
import { first } from '../in-path.ts';

const unreserved = (octet: string): string => String.fromCharCode(Number.parseInt(octet.slice(1), 16));

/** How a path spells its characters. */
export const escapeChecks: readonly Check[] = [
  {
    id: 'P-NONASCII',
    title: 'Unencoded characters',
    severity: 'W',
    on: 'rule',
    why: 'Crawlers compare percent-encoded URLs. Parsers that do not encode the rule never match it.',
    fix: 'Percent-encode it',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.2',
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
    title: 'Broken escape',
    severity: 'W',
    on: 'rule',
    why: 'A % starts an escape of two hexadecimal digits. A parser may reject the file for any other %.',
    fix: 'Write %25 for the literal character',
    fixes: 'asks',
    source: 'RFC 3986 §2.1',
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
    title: 'Unnecessary escape',
    severity: 'W',
    on: 'rule',
    why: 'RFC 9309 treats escaped letters and digits as plain ones. Google compares them as written.',
    fix: 'Write the plain character',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.2',
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
    title: 'Lower-case letters in an escape',
    severity: 'I',
    on: 'rule',
    why: 'Escapes usually have upper-case digits. Parsers that compare text see a difference.',
    fix: 'Use upper-case digits',
    fixes: 'safe',
    source: 'RFC 3986 §6.2.2.1',
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
    title: 'Escaped slash',
    severity: 'W',
    on: 'rule',
    why: 'Parsers that decode everything treat %2F as a slash. Others treat it as a different character.',
    fix: null,
    fixes: null,
    source: 'RFC 9309 §2.2.2; Ours: found comparing parsers',
    hurts: ({ ruleNormalisation }) => ['form-decode', 'unquote-quote', 'requote'].includes(ruleNormalisation.value),
    find: line => first(line, /%2f/i, found => `${found} is compared differently`),
  },
  {
    id: 'P-ESCAPE-SPECIAL',
    title: 'Escaped * or $',
    severity: 'W',
    on: 'rule',
    why: 'An escaped * or $ is a literal character (RFC 9309 section 2.2.3). Parsers that decode first treat it as a wildcard.',
    fix: null,
    fixes: null,
    source: 'RFC 9309 §2.2.3',
    hurts: ({ ruleNormalisation }) => /decode/.test(ruleNormalisation.value),
    find: line => first(line, /%(2a|24)/i, found => `${found} is a wildcard for some parsers`),
  },
  {
    id: 'P-PLUS',
    title: '+ in a path',
    severity: 'I',
    on: 'rule',
    why: 'Parsers that decode a path as form data read + as a space.',
    fix: 'Write %2B',
    fixes: 'asks',
    source: 'Ours: found comparing parsers',
    hurts: ({ ruleNormalisation }) => ruleNormalisation.value.startsWith('form-'),
    find: line =>
      first(
        line,
        /\+/,
        () => '+ is a blank for some parsers',
        () => '%2B',
      ),
  },
];

/** The UTF-8 octets of a text as escapes. */
const encodeOctets = (text: string): string =>
  Array.from(new TextEncoder().encode(text), octet => `%${octet.toString(16).toUpperCase()}`).join('');
