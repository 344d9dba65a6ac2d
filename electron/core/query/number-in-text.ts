const spaces = /[\s'’]/g;
const oneComma = /^-?[1-9]\d{0,2},\d{3}$/;

/**
 * The first number in a text, such as the price in 'from € 1.299,00'; null where there is none. A hyphen behind a letter or a digit is no
 * minus. Of two separators the last one is the decimal point, and one that is repeated separates thousands. A single dot is a decimal point.
 * A single comma is one, too, unless one to three digits are before it, not 0, and exactly three behind it. Linear in the length.
 */
export function numberInText(text: string): number | null {
  const found = /(?:(?<![\p{L}\p{N}])[-−])?\d(?:[\d.,'’]|[\s](?=\d{3}(?!\d)))*/u.exec(text)?.[0];
  if (found === undefined) return null;
  const number = Number(withPoint(withoutEnd(found.replace(spaces, '').replace('−', '-'))));
  return Number.isFinite(number) ? number : null;
}

/** Without the dots and commas at the end. A regular expression would try each of a long row of them. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '.,'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

function withPoint(text: string): string {
  const [dot, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (dot >= 0 && comma >= 0) {
    const point = dot > comma ? '.' : ',';
    return text.replaceAll(point === '.' ? ',' : '.', '').replace(point, '.');
  }
  if (dot >= 0) return text.indexOf('.') === dot ? text : text.replaceAll('.', '');
  if (comma < 0) return text;
  const isThousands = text.indexOf(',') !== comma || oneComma.test(text);
  return isThousands ? text.replaceAll(',', '') : text.replace(',', '.');
}
