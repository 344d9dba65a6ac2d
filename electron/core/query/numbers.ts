import type { NumberRange } from './term.ts';

export interface NumberReading {
  readonly ranges: readonly NumberRange[];
  readonly missing: boolean;
  /** '' or the part that could not be read. */
  readonly bad: string;
}

const scales: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000, g: 1_000_000_000 };

/** So many units, as the nearest number to that decimal. */
const inUnits = (steps: number, unit: number): number => (unit === 1 ? steps : Math.round(steps) / Math.round(1 / unit));

/** '404', '100k', '1.5m' → a multiple of the unit; null when it is none. */
function readNumber(text: string, unit: number): number | null {
  const found = /^(\d{1,15})(\.\d{1,6})?([kmg]?)$/i.exec(text);
  if (!found) return null;
  const value = Number(`${found[1]}${found[2] ?? ''}`) * (scales[(found[3] ?? '').toLowerCase()] ?? 1);
  const steps = Math.round(value / unit);
  return Number.isSafeInteger(steps) && Math.abs(value / unit - steps) < 1e-6 ? inUnits(steps, unit) : null;
}

function readPart(part: string, unit: number): NumberRange | null {
  const compared = /^(>=|<=|>|<|=)(.*)$/.exec(part);
  if (compared) {
    const limit = readNumber(compared[2] ?? '', unit);
    if (limit === null) return null;
    if (compared[1] === '>=') return { from: limit, to: null };
    if (compared[1] === '>') return { from: inUnits(limit / unit + 1, unit), to: null };
    if (compared[1] === '<=') return { from: null, to: limit };
    if (compared[1] === '<') return { from: null, to: inUnits(limit / unit - 1, unit) };
    return { from: limit, to: limit };
  }
  const span = /^(.*?)\.\.(.*)$/.exec(part);
  if (span) {
    const from = span[1] === '' ? null : readNumber(span[1] ?? '', unit);
    const to = span[2] === '' ? null : readNumber(span[2] ?? '', unit);
    if ((span[1] !== '' && from === null) || (span[2] !== '' && to === null)) return null;
    if ((from === null && to === null) || (from !== null && to !== null && from > to)) return null;
    return { from, to };
  }
  // 4xx, 40x: the digits that are left open.
  const open = /^(\d{1,14})(x+)$/i.exec(part);
  if (open) {
    const width = 10 ** (open[2] ?? '').length;
    const from = Number(open[1]) * width;
    return Number.isSafeInteger((from + width) / unit) ? { from, to: inUnits((from + width) / unit - 1, unit) } : null;
  }
  const value = readNumber(part, unit);
  return value === null ? null : { from: value, to: value };
}

/** Reads '404,410', '2..4', '>=400', '4xx', 'none' and lists of them. `unit`: the least difference of two numbers, 1 or 0.1. */
export function readNumbers(text: string, unit = 1): NumberReading {
  const ranges: NumberRange[] = [];
  let missing = false;
  for (const part of text.split(',')) {
    if (/^(none|null)$/i.test(part)) {
      missing = true;
      continue;
    }
    const range = readPart(part, unit);
    if (!range) return { ranges: [], missing: false, bad: part };
    ranges.push(range);
  }
  return { ranges, missing, bad: '' };
}
