import type { NumberRange } from './term.ts';

export interface NumberReading {
  readonly ranges: readonly NumberRange[];
  readonly missing: boolean;
  /** '' or the part that could not be read. */
  readonly bad: string;
}

const scales: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000, g: 1_000_000_000 };

/** '404', '100k', '1.5m' → whole number; null when it is none. */
function readNumber(text: string): number | null {
  const found = /^(\d{1,15})(\.\d{1,6})?([kmg]?)$/i.exec(text);
  if (!found) return null;
  const value = Number(`${found[1]}${found[2] ?? ''}`) * (scales[(found[3] ?? '').toLowerCase()] ?? 1);
  return Number.isSafeInteger(Math.round(value)) && Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : null;
}

function readPart(part: string): NumberRange | null {
  const compared = /^(>=|<=|>|<|=)(.*)$/.exec(part);
  if (compared) {
    const limit = readNumber(compared[2] ?? '');
    if (limit === null) return null;
    if (compared[1] === '>=') return { from: limit, to: null };
    if (compared[1] === '>') return { from: limit + 1, to: null };
    if (compared[1] === '<=') return { from: null, to: limit };
    if (compared[1] === '<') return { from: null, to: limit - 1 };
    return { from: limit, to: limit };
  }
  const span = /^(.*?)\.\.(.*)$/.exec(part);
  if (span) {
    const from = span[1] === '' ? null : readNumber(span[1] ?? '');
    const to = span[2] === '' ? null : readNumber(span[2] ?? '');
    if ((span[1] !== '' && from === null) || (span[2] !== '' && to === null)) return null;
    if ((from === null && to === null) || (from !== null && to !== null && from > to)) return null;
    return { from, to };
  }
  // 4xx, 40x: the digits that are left open.
  const open = /^(\d{1,14})(x+)$/i.exec(part);
  if (open) {
    const unit = 10 ** (open[2] ?? '').length;
    const from = Number(open[1]) * unit;
    return Number.isSafeInteger(from + unit) ? { from, to: from + unit - 1 } : null;
  }
  const value = readNumber(part);
  return value === null ? null : { from: value, to: value };
}

/** Reads '404,410', '2..4', '>=400', '4xx', 'none' and lists of them. */
export function readNumbers(text: string): NumberReading {
  const ranges: NumberRange[] = [];
  let missing = false;
  for (const part of text.split(',')) {
    if (/^(none|null)$/i.test(part)) {
      missing = true;
      continue;
    }
    const range = readPart(part);
    if (!range) return { ranges: [], missing: false, bad: part };
    ranges.push(range);
  }
  return { ranges, missing, bad: '' };
}
