import type { Check } from '../diagnostic.ts';
import { first } from '../in-path.ts';

const unreserved = (octet: string): string => String.fromCharCode(Number.parseInt(octet.slice(1), 16));

/** How a path spells its characters. */
export const escapeChecks: readonly Check[] = [
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
];

/** The UTF-8 octets of a text as escapes. */
const encodeOctets = (text: string): string =>
  Array.from(new TextEncoder().encode(text), octet => `%${octet.toString(16).toUpperCase()}`).join('');
