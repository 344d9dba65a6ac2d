/** Units of one call of `String.fromCharCode`, whose arguments lie on the stack. */
const unitsAtOnce = 4_096;

/** The UTF-16 units of a text, followed by one 0. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length + 1);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

/** The text of units[start, end). */
export function textOf(units: Uint16Array, start: number, end: number): string {
  if (end - start <= unitsAtOnce) return String.fromCharCode.apply(null, units.subarray(start, end) as unknown as number[]);
  let text = '';
  for (let at = start; at < end; at += unitsAtOnce) text += textOf(units, at, Math.min(end, at + unitsAtOnce));
  return text;
}
