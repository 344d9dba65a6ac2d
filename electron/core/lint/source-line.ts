import type { Keyword } from './keywords.ts';
import type { LineEndKind, SourceLine, Trouble } from './source.ts';

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';
/** Blanks of every kind, so that a no-break space does not hide a keyword. */
const isSpace = (text: string, at: number): boolean => /[\s\ufeff\u200b\0]/.test(text.charAt(at));

function trimmed(text: string, from: number, to: number): [number, number] {
  while (from < to && isSpace(text, from)) from += 1;
  while (to > from && isSpace(text, to - 1)) to -= 1;
  return [from, to];
}

/** Reads one line the way its author most likely meant it. */
export function readSourceLine(
  number: number,
  text: string,
  end: LineEndKind,
  keywordOf: (word: string) => Keyword | null,
  place: Pick<SourceLine, 'byteAt' | 'byteEnd' | 'byteNext'>,
): SourceLine {
  const hash = text.indexOf('#');
  const [from, to] = trimmed(text, 0, hash < 0 ? text.length : hash);
  const make = (
    kind: SourceLine['kind'],
    keyword: Keyword | null,
    trouble: Trouble | null,
    places: readonly number[],
  ): SourceLine => {
    const [keyAt = from, keyEnd = from, valueAt = from, valueEnd = to] = places;
    const [key, value] = [text.slice(keyAt, keyEnd), text.slice(valueAt, valueEnd)];
    return { number, text, end, kind, keyword, trouble, key, keyAt, keyEnd, value, valueAt, valueEnd, hash, ...place };
  };
  if (from === to) return make(hash < 0 ? 'blank' : 'comment', null, null, []);
  const body = text.slice(from, to);
  if (/^(\/\/|;|<!--|\/\*|\*\/|-->|--)/.test(body)) return make('text', null, 'comment-alt', []);
  if (/^https?:\/\/\S+$/i.test(body)) return make('text', null, 'bare-url', []);
  const colon = text.slice(0, to).search(/[:：]/);
  if (colon >= from) {
    const [keyAt, keyEnd] = trimmed(text, from, colon);
    const value = trimmed(text, colon + 1, to);
    const keyword = keywordOf(text.slice(keyAt, keyEnd));
    if (keyword) return make(keyword.means, keyword, null, [keyAt, keyEnd, ...value]);
    const split = withoutColon(text, from, to, keywordOf);
    // Only a word that is exactly a keyword may have lost its colon; prose may start with anything.
    if (split && split.places[1] !== undefined && split.places[1] < colon)
      return make(split.keyword.means, split.keyword, 'colon-split', split.places);
    const words = text.slice(keyAt, keyEnd).split(/\s+/).length;
    if (keyAt === keyEnd || words > 3) return make('text', null, words > 3 ? 'prose' : 'syntax', []);
    return make('unknown', null, null, [keyAt, keyEnd, ...value]);
  }
  const bare = withoutColon(text, from, to, keywordOf);
  if (bare) {
    const path = text.slice(bare.places[2] ?? 0, to);
    return make(bare.keyword.means, bare.keyword, /\s/.test(path) ? 'no-colon-more-words' : 'no-colon', bare.places);
  }
  return make('text', null, body.split(/[\s,]+/).length >= 4 ? 'prose' : 'syntax', []);
}

function withoutColon(
  text: string,
  from: number,
  to: number,
  keywordOf: (word: string) => Keyword | null,
): { keyword: Keyword; places: readonly number[] } | null {
  let end = from;
  while (end < to && !isBlank(text, end)) end += 1;
  if (end === to && end - from > 60) return null;
  const keyword = keywordOf(text.slice(from, end));
  if (!keyword || (keyword.how !== 'exact' && keyword.how !== 'alias')) return null;
  const [valueAt, valueEnd] = trimmed(text, end, to);
  // “Host names are …” or “Allow everybody in”: only what may be a path, a name or a number follows a keyword.
  const value = text.slice(valueAt, valueEnd);
  const fits =
    keyword.means === 'allow' || keyword.means === 'disallow'
      ? value === '' || /^[/*]/.test(value)
      : keyword.means === 'user-agent'
        ? value.length < 60
        : /^\S+$/.test(value);
  return fits ? { keyword, places: [from, end, valueAt, valueEnd] } : null;
}
