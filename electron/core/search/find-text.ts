import { type SearchHit, type SearchSnippet, searchLimits, type TextSearchWish } from '#shared/model/text-search.ts';
import type { RulePage } from '../rules/page.ts';
import { type Match, matchesOf, placesOf, readRe2 } from '../rules/patterns.ts';

/** Matches in one page. */
export type Found = Pick<SearchHit, 'count' | 'snippets'>;
export interface Finder {
  inPage(page: RulePage): Found;
  inTitle(title: string): Found;
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ');

/** Not between the halves of a surrogate pair. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);

/** Counts line ends on from the place before. */
class Lines {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  of(place: number): number {
    for (let next = this.#text.indexOf('\n', this.#at); next >= 0 && next < place; next = this.#text.indexOf('\n', this.#at)) {
      this.#at = next + 1;
      this.#line += 1;
    }
    return this.#line;
  }
}

function collect(text: string, matches: Iterable<Match>, placed: (match: Match) => Pick<SearchSnippet, 'line' | 'bytes'>): Found {
  const { snippets: most, counted, around, match: longest } = searchLimits;
  const snippets: SearchSnippet[] = [];
  let count = 0;
  for (const found of matches) {
    // An empty match, as of a*, is none.
    if (found.end === found.start) continue;
    if (++count >= counted) break;
    if (snippets.length >= most) continue;
    const end = whole(text, Math.min(found.end, found.start + longest));
    snippets.push({
      before: tidy(text.slice(whole(text, Math.max(0, found.start - around)), found.start)),
      match: tidy(text.slice(found.start, end)),
      after: tidy(text.slice(end, whole(text, end + around))),
      ...placed(found),
    });
  }
  return { count, snippets };
}

/** Prepares a search. Never throws for what a user wrote. */
export function makeFinder({
  text,
  place,
  isPattern,
  matchCase,
}: TextSearchWish): { readonly finder: Finder } | { readonly problem: string } {
  if (text === '') return { problem: 'Enter what to search for.' };
  if (text.length > searchLimits.text) return { problem: `Search for at most ${searchLimits.text} characters.` };
  const letterCase = matchCase ? 'match' : 'ignore';
  let search = (within: string): Iterable<Match> => placesOf(text, within, letterCase);
  if (isPattern) {
    const read = readRe2(text, letterCase);
    if ('problem' in read) return { problem: `The pattern cannot be used: ${read.problem}.` };
    search = within => matchesOf(read.re2, within, 0);
  }
  return {
    finder: {
      inTitle: title => collect(title, search(title), () => ({ line: 0 })),
      inPage(page) {
        const within = place === 'source' ? page.source : page.readable;
        const lines = new Lines(within);
        const hasBytes = place === 'source' || page.kind !== 'html';
        return collect(within, search(within), ({ start, end }) => {
          const bytes = hasBytes ? page.bytes(start, end) : undefined;
          return { line: lines.of(start), ...(bytes ? { bytes } : {}) };
        });
      },
    },
  };
}
