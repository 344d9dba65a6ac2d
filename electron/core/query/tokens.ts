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

export interface TokenReading {
  readonly tokens: readonly Token[];
  readonly problem: string;
}

const space = /\s/;

/** Cuts at white space outside double quotes. Inside quotes a backslash takes the next quote or backslash as it is. */
function cut(text: string): { pieces: string[]; open: string } {
  const pieces: string[] = [];
  let piece = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? '';
    if (quoted && c === '\\' && /["\\]/.test(text[i + 1] ?? '')) {
      piece += c + text[++i];
    } else if (!quoted && space.test(c)) {
      if (piece !== '') pieces.push(piece);
      piece = '';
    } else {
      if (c === '"') quoted = !quoted;
      piece += c;
    }
  }
  if (piece !== '') pieces.push(piece);
  return { pieces, open: quoted ? (pieces.at(-1) ?? '') : '' };
}

const unquote = (text: string): string =>
  text.replace(/"((?:\\["\\]|[^"])*)"/g, (_, inner: string) => inner.replace(/\\(["\\])/g, '$1'));

const typographic = /[“”„]/g;

/**
 * Splits a query into words. `kindOf`: what a name is the operator of, null for an unknown one. Numbers may be followed by a comparison
 * instead of a colon (`status>=400`). A name with a digit is only an operator if it is known: `node1:8080` is text.
 */
export function readTokens(text: string, kindOf: (name: string) => 'number' | 'other' | null): TokenReading {
  const { pieces, open } = cut(text.replace(typographic, '"'));
  if (open !== '') return { tokens: [], problem: `The quotation mark in ${open} is not closed. Add a " at its end.` };
  const tokens: Token[] = [];
  for (const raw of pieces) {
    const negated = raw.length > 1 && raw.startsWith('-');
    const rest = negated ? raw.slice(1) : raw;
    const named = /^([A-Za-z_][A-Za-z_0-9]*|(?:search|extract)\.[A-Za-z][A-Za-z0-9_-]*)(:|>=|<=|=|>|<)/i.exec(rest);
    const name = named?.[1]?.toLowerCase() ?? '';
    const sign = (named?.[2] ?? '') as Token['sign'];
    // `id=5` and `a>b` are text unless the name is a number of ours; `https://…` is text as well.
    const kind = kindOf(name);
    const mayName = kind !== null || !/\d/.test(name);
    const isOperator =
      named !== null && (sign === ':' ? mayName && !rest.slice(name.length).startsWith('://') : kind === 'number');
    const value = isOperator ? rest.slice(name.length + sign.length) : rest;
    tokens.push({
      name: isOperator ? name : '',
      sign: isOperator ? sign : '',
      value: unquote(value),
      negated,
      quoted: value.includes('"'),
      raw,
    });
  }
  return { tokens, problem: '' };
}
