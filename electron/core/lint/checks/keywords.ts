import type { OtherKey } from '../../robots/dialect.ts';
import { dialectById, dialectIds } from '../../robots/dialects/registry.ts';
import { proposedKey } from '../../robots/proposed-keys.ts';
import { type Check, type Finding, type Hurts, keySpan } from '../diagnostic.ts';
import { replaced } from '../edits.ts';
import { everyone, nobody } from '../hurts.ts';
import { accepts, type Spelling, usersOf, uses, usual } from '../keywords.ts';
import type { SourceLine } from '../source.ts';

const refusing =
  (word: string, line: SourceLine): Hurts =>
  dialect =>
    line.keyword !== null && !accepts(dialect.id, word, line.keyword.means);

/** A finding for a key spelt in one of these ways, with the right one as the replacement. */
function spelt(line: SourceLine, ways: readonly Spelling[], say: (right: string) => string): Finding | null {
  if (!line.keyword || !ways.includes(line.keyword.how)) return null;
  const right = usual(line.keyword.means);
  return { says: say(right), at: keySpan(line), replacement: right, fix: `Write ${right}`, hurts: refusing(line.key, line) };
}

/** Keys written the usual ways: user-agent, User-agent, User-Agent. */
const usualCase = (key: string): boolean => /^[a-z-]+$/.test(key) || /^[A-Z][a-z]*(-[A-Za-z][a-z]*)*$/.test(key);

export const keywordChecks: readonly Check[] = [
  {
    id: 'K-TYPO',
    title: 'Misspelt keyword',
    severity: 'E',
    on: 'line',
    why: 'Only crawlers that know this misspelling use the line. The others ignore it.',
    fix: 'Correct the keyword',
    fixes: 'safe',
    source: 'google/robotstxt, Protego, crawler-commons: source code',
    hurts: everyone,
    find: line => {
      const found = spelt(line, ['alias', 'near'], right => `Unknown keyword “${line.key}”, did you mean ${right}?`);
      if (!found || !line.keyword) return found;
      const { means } = line.keyword;
      const readers = dialectIds().filter(id => accepts(id, line.key, means));
      const names = readers.map(id => dialectById(id)?.name ?? id);
      return { ...found, says: `${found.says} Accepted by ${names.length === 0 ? 'no crawler we know' : names.join(', ')}` };
    },
  },
  {
    id: 'K-PREFIX',
    title: 'Keyword with extra letters',
    severity: 'W',
    on: 'line',
    why: 'Some parsers compare only the beginning of a keyword. All others ignore the line.',
    fix: 'Correct the keyword',
    fixes: 'safe',
    source: 'google/robotstxt: source code',
    hurts: everyone,
    find: line =>
      spelt(line, ['prefix'], right => `“${line.key}” is accepted only by crawlers that compare the beginning, ${right}`),
  },
  {
    id: 'K-TRANSLATED',
    title: 'Translated keyword',
    severity: 'E',
    on: 'line',
    why: 'Keywords are English. Text copied from a page that the browser translated has other words.',
    fix: 'Use the English keyword',
    fixes: 'safe',
    source: 'Ours: seen in copied files',
    hurts: everyone,
    find: line => spelt(line, ['translated'], right => `“${line.key}” is a translation of ${right}`),
  },
  {
    id: 'K-DASH',
    title: 'Dash instead of a hyphen',
    severity: 'E',
    on: 'line',
    why: 'A typographic dash is not a hyphen, so crawlers do not recognise the keyword.',
    fix: 'Use a hyphen',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: everyone,
    find: line => spelt(line, ['dash'], right => `“${line.key}” has a dash instead of the hyphen in ${right}`),
  },
  {
    id: 'K-STRAY',
    title: 'Characters before the keyword',
    mistake: 'decoration',
    severity: 'E',
    on: 'line',
    why: 'Characters before a keyword make it an unknown one, so crawlers ignore the line.',
    fix: 'Remove the characters before the keyword',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: everyone,
    find: line => spelt(line, ['stray'], right => `Other characters before ${right}`),
  },
  {
    id: 'K-CASE',
    title: 'Unusual case',
    mistake: 'letter-case',
    severity: 'I',
    on: 'line',
    why: 'Keywords are not case-sensitive, so this changes nothing. Paths are case-sensitive.',
    fix: 'Use the usual spelling',
    fixes: 'safe',
    source: 'RFC 9309 §2.2',
    hurts: nobody,
    find: line =>
      line.keyword?.how === 'exact' && line.keyword.means !== 'acap' && !usualCase(line.key)
        ? { says: `Unusual case in “${line.key}”`, at: keySpan(line), replacement: usual(line.keyword.means) }
        : null,
  },
  {
    id: 'K-UNKNOWN',
    title: 'Unknown directive',
    severity: 'W',
    on: 'line',
    why: 'Crawlers ignore lines with an unknown keyword.',
    fix: 'Remove the line or make it a comment',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.4',
    hurts: nobody,
    find: line =>
      line.kind === 'unknown' && proposedKey(line.key) === null
        ? { says: `Unknown directive “${line.key}”`, at: keySpan(line), changes: [replaced(line, line.keyAt, line.keyAt, '# ')] }
        : null,
  },
  {
    id: 'K-UNSUPPORTED',
    title: 'Directive few crawlers use',
    severity: 'I',
    on: 'line',
    why: 'Few crawlers or none use the directive; all others ignore the line.',
    fix: null,
    fixes: null,
    source: 'Google: supported directives',
    hurts: everyone,
    // Crawl-delay, Host and Request-rate have separate checks: X-DELAY-IGNORED, X-HOST, X-RATE.
    find: line => {
      if (line.trouble !== null) return null;
      if (line.kind === 'clean-param')
        return { says: `Only ${usersOf('clean-param')} uses Clean-param`, at: keySpan(line), hurts: unlessUsed('clean-param') };
      return line.kind === 'noarchive' ? { says: 'No crawler we know uses Noarchive in robots.txt', at: keySpan(line) } : null;
    },
  },
];

const unlessUsed =
  (key: OtherKey): Hurts =>
  dialect =>
    !uses(key)(dialect);
