const spaces = /[\s'’]/g;

/**
 * The first number in a text, such as the price in 'from € 1.299,00'; null where there is none. Of two separators the last one is the decimal
 * point, and one that is repeated separates thousands. A single dot is a decimal point. A single comma is one, too, unless exactly three
 * digits follow it.
 */
export function numberInText(text: string): number | null {
  const found = /[-−]?\d(?:[\d.,'’]|[\s](?=\d{3}(?!\d)))*/.exec(text)?.[0];
  if (found === undefined) return null;
  const plain = found
    .replace(spaces, '')
    .replace('−', '-')
    .replace(/[.,]+$/, '');
  const number = Number(withPoint(plain));
  return Number.isFinite(number) ? number : null;
}

function withPoint(text: string): string {
  const [dot, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (dot >= 0 && comma >= 0) {
    const point = dot > comma ? '.' : ',';
    return text.replaceAll(point === '.' ? ',' : '.', '').replace(point, '.');
  }
  if (dot >= 0) return text.indexOf('.') === dot ? text : text.replaceAll('.', '');
  if (comma < 0) return text;
  const isThousands = text.indexOf(',') !== comma || text.length - comma === 4;
  return isThousands ? text.replaceAll(',', '') : text.replace(',', '.');
}
