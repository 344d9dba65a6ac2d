/** Pixels of padding at both sides of a cell. */
const padding = 16;
const fontSize = 13;

/** Upper limits of the widths of ASCII characters, in ems: those of Verdana and DejaVu Sans, the widest fonts of a window, and a little more. */
const ems = (character: string): number => {
  if (/[0-9a-ln-vx-z]/.test(character)) return 0.65;
  if (/[A-LN-VX-Zw]/.test(character)) return 0.85;
  return /[ .,:;/()'|-]/.test(character) ? 0.5 : 1.1;
};
const widths = Float64Array.from({ length: 128 }, (_, code) => ems(String.fromCharCode(code)) * fontSize);

/** Whether a text surely fits into a cell of this width. False can also mean that this is not known. */
export function textFits(text: string, width: number): boolean {
  let left = width - padding;
  for (let at = 0; at < text.length && left >= 0; at += 1) {
    // Cells show an en dash for a missing value and a no-break space for an empty one.
    const code = text.charCodeAt(at);
    left -= code === 0x2013 || code === 0xa0 ? fontSize : (widths[code] ?? Number.POSITIVE_INFINITY);
  }
  return left >= 0;
}
