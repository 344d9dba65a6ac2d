import type { ProcedureName, ToWindow } from '#shared/rpc/types.ts';

/** The longest text of rows, in characters, escaped ones counted once. A block of the table has about a hundredth of it. */
export const longestRows = 8 * 1024 * 1024;

/**
 * Rows of a list as JSON. Null for what is not a list of flat objects, or is too long. The engine is not trusted: a message that is small on the
 * wire, with the same list many times in it, say, would become a text that ends the app.
 */
export function rowsAsJson(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  let length = 0;
  for (const row of value as readonly unknown[]) {
    if (typeof row !== 'object' || row === null || Array.isArray(row) || ArrayBuffer.isView(row)) return null;
    for (const [key, cell] of Object.entries(row)) {
      if (typeof cell === 'object' ? cell !== null : cell === undefined) return null;
      length += key.length + (typeof cell === 'string' ? cell.length : 8);
    }
    length += 8;
    if (length > longestRows) return null;
  }
  return JSON.stringify(value);
}

/** Calls that return long lists of plain values. The table asks for them many times a second while it is scrolled. */
const listCalls: ReadonlySet<string> = new Set<ProcedureName>(['urls.rows']);

/** The answer to a call of the window: rows as JSON where they can be. */
export function answerTo(name: string, id: number, value: unknown): ToWindow {
  const json = listCalls.has(name) ? rowsAsJson(value) : null;
  return json === null ? { kind: 'result', id, value } : { kind: 'json', id, json };
}
