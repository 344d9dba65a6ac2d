const surrogate = /[\ud800-\udfff]/;
const comparePlain = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Whether JavaScript orders the text among others as its UTF-8 bytes do. */
const isPlain = (text: string): boolean => !surrogate.test(text);

/** Compares by UTF-8 bytes, like SQLite. JavaScript's order differs for characters beyond the Basic Multilingual Plane. */
export function compareBytes(a: string, b: string): number {
  return isPlain(a) && isPlain(b) ? comparePlain(a, b) : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
