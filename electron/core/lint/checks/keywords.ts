import type { OtherKey } from '../../robots/dialect.ts';
import { dialectById, dialectIds } from '../../robots/dialects/registry.ts';
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
    severity: 'E',
    on: 'line',
    why: 'A misspelt keyword is read by the crawlers that know this slip, and ignored by the others.',
    fix: 'Correct the keyword',
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
    severity: 'W',
    on: 'line',
    why: 'Some parsers compare only the beginning of a keyword; all others ignore the line.',
    fix: 'Correct the keyword',
    hurts: everyone,
    find: line => spelt(line, ['prefix'], right => `“${line.key}” is accepted only where it is enough to begin with ${right}`),
  },
  {
    id: 'K-TRANSLATED',
    severity: 'E',
    on: 'line',
    why: 'Keywords are English. The translation of pages in browsers changes them in copied text.',
    fix: 'Use the English keyword',
    hurts: everyone,
    find: line => spelt(line, ['translated'], right => `“${line.key}” is a translation of ${right}`),
  },
  {
    id: 'K-DASH',
    severity: 'E',
    on: 'line',
    why: 'A typographic dash is another character than the hyphen; the keyword is not recognised.',
    fix: 'Use a hyphen',
    hurts: everyone,
    find: line => spelt(line, ['dash'], right => `“${line.key}” is written with a dash in place of the hyphen of ${right}`),
  },
  {
    id: 'K-STRAY',
    severity: 'E',
    on: 'line',
    why: 'Whatever stands before the keyword makes it an unknown one, and the line is ignored.',
    fix: 'Remove the characters before the keyword',
    hurts: everyone,
    find: line => spelt(line, ['stray'], right => `Other characters stand before ${right}`),
  },
  {
    id: 'K-CASE',
    severity: 'I',
    on: 'line',
    why: 'Keywords may be written in any case, so this changes nothing; paths are another matter, there case counts.',
    fix: 'Use the usual spelling',
    hurts: nobody,
    find: line =>
      line.keyword?.how === 'exact' && line.keyword.means !== 'acap' && !usualCase(line.key)
        ? { says: `Unusual case in “${line.key}”`, at: keySpan(line), replacement: usual(line.keyword.means) }
        : null,
  },
  {
    id: 'K-UNKNOWN',
    severity: 'W',
    on: 'line',
    why: 'Lines with an unknown keyword are ignored.',
    fix: 'Remove the line or make it a comment',
    unsafe: true,
    hurts: nobody,
    find: line =>
      line.kind === 'unknown'
        ? { says: `Unknown directive “${line.key}”`, at: keySpan(line), changes: [replaced(line, line.keyAt, line.keyAt, '# ')] }
        : null,
  },
  {
    id: 'K-UNSUPPORTED',
    severity: 'I',
    on: 'line',
    why: 'Few crawlers or none use the directive; all others ignore the line.',
    fix: null,
    hurts: everyone,
    // Crawl-delay, Host and Request-rate have checks of their own: X-DELAY-IGNORED, X-HOST, X-RATE.
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
