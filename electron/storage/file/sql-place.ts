import type { SqlPlace } from '#shared/model/sql-console.ts';

/** Strings, quoted names and comments, which contain no names, and words and other signs. */
const tokens =
  /'(?:[^']|'')*'?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"]|"")*"?|`[^`]*`?|\[[^\]]*\]?|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*|\S/gu;

const inside = (token: string): string => (/^["`[]/.test(token) ? token.slice(1, -1) : token);

/** Where each token of a statement is that reads like `wanted`. Names are compared as SQLite does, without letter case. */
function placesOf(statement: string, wanted: string): SqlPlace[] {
  const found: SqlPlace[] = [];
  const lower = wanted.toLowerCase();
  for (const { 0: token, index } of statement.matchAll(tokens))
    if (token.toLowerCase() === lower || inside(token).toLowerCase() === lower)
      found.push({ from: index, to: index + token.length });
  return found;
}

/**
 * Where in a statement the error is that SQLite reports; null where the message does not say. `messageOf` gives the message about
 * another text, '' for none: a text that ends at a wrong token has the same error, one that ends before it is incomplete.
 */
export function errorPlace(statement: string, message: string, messageOf: (text: string) => string): SqlPlace | null {
  const end = statement.trimEnd().length;
  if (message === 'incomplete input') return { from: Math.max(0, end - 1), to: end };
  const near = /^near "([\s\S]+)": syntax error$/.exec(message)?.[1];
  if (near !== undefined) {
    const places = placesOf(statement, near);
    return places.find(({ to }) => messageOf(statement.slice(0, to)) === message) ?? places[0] ?? null;
  }
  const unknown = /^unrecognized token: "([\s\S]+)"$/.exec(message)?.[1];
  if (unknown !== undefined) {
    const from = statement.indexOf(unknown);
    return from < 0 ? null : { from, to: from + unknown.length };
  }
  const name =
    /^(?:no such (?:column|table|function)|ambiguous column name|wrong number of arguments to function): ?([^\s(]+)/.exec(
      message,
    )?.[1];
  const last = name?.split('.').at(-1);
  return last === undefined ? null : (placesOf(statement, last)[0] ?? null);
}
