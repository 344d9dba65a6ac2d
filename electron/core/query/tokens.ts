/** A word of the query as typed. `name` is '' for a free word; `sign` is the text between name and value. */
export interface Token {
  readonly name: string;
  readonly sign: '' | ':' | '=' | '>' | '<' | '>=' | '<=';
  readonly value: string;
  readonly negated: boolean;
  /** Quoted text is never split at commas and never read as an operator. */
  readonly quoted: boolean;
  readonly raw: string;
}

/** What a query consists of. `at`: the character where it begins, from 1. */
export type Piece =
  | { readonly kind: 'word'; readonly at: number; readonly token: Token }
  | { readonly kind: 'and' | 'or' | 'not'; readonly at: number; readonly raw: string }
  | { readonly kind: 'open'; readonly at: number; readonly negated: boolean }
  | { readonly kind: 'close'; readonly at: number };

export interface PieceReading {
  readonly pieces: readonly Piece[];
  /** '' or one sentence that names the place and the fix. */
  readonly problem: string;
}

/** What a name is the operator of, null for an unknown one. */
export type KindOf = (name: string) => 'number' | 'other' | null;

interface Cut {
  readonly raw: string;
  /** Index of its first character. */
  readonly from: number;
}

const space = /\s/;
const joins: Readonly<Record<string, 'and' | 'or' | 'not'>> = { AND: 'and', OR: 'or', '|': 'or', NOT: 'not' };

/** Cuts at white space outside double quotes. Inside quotes a backslash takes the next quote or backslash as it is. */
function cut(text: string): { words: Cut[]; open: string } {
  const words: Cut[] = [];
  let [from, quoted] = [-1, false];
  for (let i = 0; i <= text.length; i++) {
    const c = text[i] ?? ' ';
    if (quoted && i < text.length) {
      if (c === '\\' && /["\\]/.test(text[i + 1] ?? '')) i++;
      else if (c === '"') quoted = false;
    } else if (i === text.length || space.test(c)) {
      if (from >= 0) words.push({ raw: text.slice(from, i), from });
      from = -1;
    } else {
      if (from < 0) from = i;
      if (c === '"') quoted = true;
    }
  }
  return { words, open: quoted ? (words.at(-1)?.raw ?? '') : '' };
}

const unquote = (text: string): string =>
  text.replace(/"((?:\\["\\]|[^"])*)"/g, (_, inner: string) => inner.replace(/\\(["\\])/g, '$1'));

const typographic = /[“”„]/g;
const operatorStart = /^([A-Za-z_][A-Za-z_0-9]*|(?:search|extract)\.[A-Za-z][A-Za-z0-9_-]*)(:|>=|<=|=|>|<)/i;

function tokenOf(raw: string, kindOf: KindOf): Token {
  const negated = raw.length > 1 && raw.startsWith('-');
  const rest = negated ? raw.slice(1) : raw;
  const named = operatorStart.exec(rest);
  const name = named?.[1]?.toLowerCase() ?? '';
  const sign = (named?.[2] ?? '') as Token['sign'];
  // `id=5` and `a>b` are text unless the name is a number of ours; `https://…` is text as well.
  const kind = kindOf(name);
  const mayName = kind !== null || !/\d/.test(name);
  const isOperator = named !== null && (sign === ':' ? mayName && !rest.slice(name.length).startsWith('://') : kind === 'number');
  const value = isOperator ? rest.slice(name.length + sign.length) : rest;
  return {
    name: isOperator ? name : '',
    sign: isOperator ? sign : '',
    value: unquote(value),
    negated,
    quoted: value.includes('"'),
    raw,
  };
}

/**
 * Whether parentheses group conditions: there is an OR or a NOT, or one of them is right before an operator. In any other query they are
 * text, as in `Foo_(bar)`.
 */
const areGroups = (words: readonly Cut[], kindOf: KindOf): boolean =>
  words.some(({ raw }) => {
    if (Object.hasOwn(joins, raw) && joins[raw] !== 'and') return true;
    const inner = /^[-(]*\([-(]*/.exec(raw);
    if (!inner) return false;
    const rest = raw.slice(inner[0].length);
    const named = operatorStart.exec(rest);
    return rest === 'NOT' || (named !== null && kindOf((named[1] ?? '').toLowerCase()) !== null);
  });

/** Cuts a word with parentheses: those around it are groups, and those in it belong to the text, as in `Foo_(bar)`. */
function cutGroups({ raw, from }: Cut, add: (piece: Piece) => void, word: (cut: Cut) => void): string {
  let [start, depth, quoted] = [0, 0, false];
  const end = (to: number): void => {
    if (to > start) word({ raw: raw.slice(start, to), from: from + start });
  };
  for (let i = 0; i < raw.length; i++) {
    const c = raw[i];
    const before = raw.slice(start, i);
    if (quoted && c === '\\') i++;
    else if (c === '"') quoted = !quoted;
    else if (quoted || (c !== '(' && c !== ')')) continue;
    else if (c === '(' && depth === 0 && (before === '' || before === '-' || Object.hasOwn(joins, before))) {
      if (before !== '-') end(i);
      add({ kind: 'open', at: from + start + 1, negated: before === '-' });
      start = i + 1;
    } else if (c === '(') depth++;
    else if (depth > 0) depth--;
    else {
      end(i);
      add({ kind: 'close', at: from + i + 1 });
      start = i + 1;
    }
  }
  if (depth > 0)
    return `The parenthesis in ${raw.slice(start)} at character ${from + start + 1} is not closed before the space. Quote text with parentheses; a group begins before its first condition, as in (status:404 OR depth:0).`;
  end(raw.length);
  return '';
}

/**
 * Splits a query into words, joining words and parentheses. Numbers may be followed by a comparison instead of a colon (`status>=400`). A
 * name with a digit is only an operator if it is known: `node1:8080` is text.
 */
export function readPieces(text: string, kindOf: KindOf): PieceReading {
  const { words, open } = cut(text.replace(typographic, '"'));
  if (open !== '') return { pieces: [], problem: `The quotation mark in ${open} is not closed. Add a " at its end.` };
  const pieces: Piece[] = [];
  const word = ({ raw, from }: Cut): void => {
    const join = Object.hasOwn(joins, raw) ? joins[raw] : undefined;
    pieces.push(join ? { kind: join, at: from + 1, raw } : { kind: 'word', at: from + 1, token: tokenOf(raw, kindOf) });
  };
  if (!areGroups(words, kindOf)) for (const each of words) word(each);
  else
    for (const each of words) {
      const problem = cutGroups(each, piece => pieces.push(piece), word);
      if (problem !== '') return { pieces: [], problem };
    }
  return { pieces, problem: '' };
}
