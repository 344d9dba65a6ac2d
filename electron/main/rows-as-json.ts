import type { ProcedureName, ToWindow } from '#shared/rpc/types.ts';

/** The longest text of rows, in characters, escaped ones counted once. A block of the table has about a hundredth of it. */
export const longestRows = 8 * 1024 * 1024;

/** Characters of a flat object as text, escaped ones counted once. Null for any other value, and for one longer than `most`. `but`: a key left out. */
function lengthOf(value: unknown, most: number, but = ''): number | null {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return null;
  let length = 8;
  // Not all keys at once: there may be millions.
  for (const key in value) {
    if (key === but) continue;
    const cell = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof cell === 'string') length += cell.length;
    else if (cell === null || typeof cell === 'boolean' || Number.isFinite(cell)) length += 8;
    else return null;
    length += key.length;
    if (length > most) return null;
  }
  return length;
}

/** Whether a value is a list of flat objects of at most so many characters. */
function areRows(value: unknown, most: number): boolean {
  if (!Array.isArray(value)) return false;
  let left = most;
  for (const row of value as readonly unknown[]) {
    const length = lengthOf(row, left);
    if (length === null) return false;
    left -= length;
  }
  return left >= 0;
}

/**
 * Rows of a list as JSON. Null for what is not a list of flat objects, or is too long. The engine is not trusted: a message that is small on the
 * wire, with the same list many times in it, say, would become a text that ends the app.
 */
export const rowsAsJson = (value: unknown): string | null => (areRows(value, longestRows) ? JSON.stringify(value) : null);

/** A flat object with a list of rows in it, as JSON. Null for any other value, and for one that is too long. */
export function viewAsJson(value: unknown): string | null {
  const length = lengthOf(value, longestRows, 'rows');
  if (length === null) return null;
  return areRows((value as { readonly rows?: unknown }).rows, longestRows - length) ? JSON.stringify(value) : null;
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
