import { daysFromCivil, daysIn } from '../directives/date.ts';
import type { NumberRange } from './term.ts';

const msOfDay = 86_400_000;
const msOfHour = 3_600_000;

/** '2026', '2026-11', '2026-11-23' or '2026-11-23T14:05:10' in UTC → its first and last millisecond since 1970; null if it is no date. */
function readPeriod(text: string): { readonly from: number; readonly to: number } | null {
  const [, date = text, hour, minute, second] = /^([\d-]{10})T(\d{2})(?::(\d{2})(?::(\d{2}))?)?$/i.exec(text) ?? [];
  const days = readDay(date);
  if (hour === undefined || days === null) return days;
  if (Number(hour) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return null;
  const from = days.from + Number(hour) * msOfHour + Number(minute ?? 0) * 60_000 + Number(second ?? 0) * 1_000;
  return { from, to: from + (minute === undefined ? msOfHour : second === undefined ? 60_000 : 1_000) - 1 };
}

function readDay(text: string): { readonly from: number; readonly to: number } | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const [y, first, last] = [Number(year), Number(month ?? '1'), Number(month ?? '12')];
  if (first < 1 || first > 12 || (day !== undefined && (Number(day) < 1 || Number(day) > daysIn(y, first)))) return null;
  return {
    from: daysFromCivil(y, first, Number(day ?? '1')) * msOfDay,
    to: (daysFromCivil(y, last, Number(day ?? daysIn(y, last))) + 1) * msOfDay - 1,
  };
}

function readPart(part: string): NumberRange | null {
  const [, sign = '', compared = ''] = /^(>=|<=|>|<|=)(.*)$/.exec(part) ?? [];
  if (sign !== '') {
    const period = readPeriod(compared);
    if (!period) return null;
    if (sign === '>=') return { from: period.from, to: null };
    if (sign === '>') return { from: period.to + 1, to: null };
    if (sign === '<=') return { from: null, to: period.to };
    return sign === '<' ? { from: null, to: period.from - 1 } : period;
  }
  const dots = part.indexOf('..');
  if (dots < 0) return readPeriod(part);
  const [before, after] = [part.slice(0, dots), part.slice(dots + 2)];
  const [from, to] = [readPeriod(before), readPeriod(after)];
  if ((before !== '' && !from) || (after !== '' && !to) || (!from && !to)) return null;
  if (from && to && from.from > to.to) return null;
  return { from: from?.from ?? null, to: to?.to ?? null };
}

export interface DaysReading {
  /** Epoch milliseconds. */
  readonly ranges: readonly NumberRange[];
  readonly missing: boolean;
  /** '' or the part that could not be read. */
  readonly bad: string;
}

/** Reads times, days, months and years in UTC: '2026-11-23T14:05', '2026-11-23', '2026-01..2026-03', '>=2026', 'none' and lists of them. */
export function readDays(text: string): DaysReading {
  const ranges: NumberRange[] = [];
  let missing = false;
  for (const part of text.split(',').map(each => each.trim())) {
    if (part.toLowerCase() === 'none') {
      missing = true;
      continue;
    }
    const range = readPart(part);
    if (!range) return { ranges: [], missing: false, bad: part };
    ranges.push(range);
  }
  return { ranges, missing, bad: '' };
}
