import type { ProcedureName, ToWindow } from '#shared/rpc/types.ts';

/** The longest text of rows, in characters, escaped ones counted once. A block of the table has about a hundredth of it. */
export const longestRows = 8 * 1024 * 1024;

/** Characters of a flat object as text, escaped ones counted once. Null for any other value. */
function lengthOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return null;
  let length = 8;
  for (const [key, cell] of Object.entries(value)) {
    if (typeof cell === 'object' ? cell !== null : cell === undefined) return null;
    length += key.length + (typeof cell === 'string' ? cell.length : 8);
  }
  return length;
}

/**
 * Rows of a list as JSON. Null for what is not a list of flat objects, or is too long. The engine is not trusted: a message that is small on the
 * wire, with the same list many times in it, say, would become a text that ends the app.
 */
export function rowsAsJson(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  let length = 0;
  for (const row of value as readonly unknown[]) {
    const more = lengthOf(row);
    if (more === null) return null;
    length += more;
    if (length > longestRows) return null;
  }
  return JSON.stringify(value);
}

/** A flat object with a list of rows in it, as JSON. Null for any other value. */
export function viewAsJson(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('rows' in value)) return null;
  const { rows, ...info } = value;
  const json = rowsAsJson(rows);
  const length = lengthOf(info);
  if (json === null || length === null || length > longestRows) return null;
  return JSON.stringify({ ...info, rows });
}

/** Calls that return long lists of plain values. The table asks for rows many times a second while it is scrolled. */
const asJson: ReadonlyMap<string, (value: unknown) => string | null> = new Map<ProcedureName, (value: unknown) => string | null>([
  ['urls.rows', rowsAsJson],
  ['urls.view', viewAsJson],
]);

/** The answer to a call of the window: rows as JSON where they can be. */
export function answerTo(name: string, id: number, value: unknown): ToWindow {
  const json = asJson.get(name)?.(value) ?? null;
  return json === null ? { kind: 'result', id, value } : { kind: 'json', id, json };
}
