import type { ValueForm } from '#shared/model/structured-data.ts';
import { schemaName } from './names.ts';

const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?`;
/** Year, month or day, with or without time, as ISO 8601 writes it in its extended form. */
const DATE = new RegExp(
  String.raw`^[+-]?(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])(?:[Tt]${TIME})?)?)?(?:Z|[+-]\d\d:\d\d)?$`,
);
const ONLY_TIME = new RegExp(`^T?${TIME}$`);
const DURATION =
  /^-?P(?=[\dT])(?:\d+(?:[.,]\d+)?Y)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?W)?(?:\d+(?:[.,]\d+)?D)?(?:T(?=\d)(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** A number, a percentage or a fraction: '4.5', '88 %', '6/10'. */
const RATING = /^\d+(?:[.,]\d+)?\s*(?:%|\/\s*\d+(?:[.,]\d+)?)?$/;
const CURRENCY = /^[A-Z]{3}$/;
const BOOLEAN = /^(?:true|false)$/i;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether text has the form. A value that is not text has it when the form is that of its kind in JSON. */
export function hasForm(value: string | number | boolean, form: ValueForm): boolean {
  if (typeof value === 'number') {
    if (form === 'integer') return Number.isInteger(value);
    // A bare year is a number in JSON.
    return (
      form === 'number' || form === 'rating' || (form === 'date' && Number.isInteger(value) && value >= 1_000 && value <= 9_999)
    );
  }
  if (typeof value === 'boolean') return form === 'boolean';
  switch (form) {
    case 'date':
      return isDate(value);
    case 'time':
      return ONLY_TIME.test(value);
    case 'duration':
      return DURATION.test(value);
    case 'number':
      return NUMBER.test(value);
    case 'integer':
      return NUMBER.test(value) && Number.isInteger(Number(value));
    case 'boolean':
      return BOOLEAN.test(schemaName(value) ?? value);
    case 'url':
      return isUrl(value);
    case 'currency':
      return CURRENCY.test(value);
    case 'rating':
      return RATING.test(value);
    default:
      return true;
  }
}

function isDate(value: string): boolean {
  const parts = DATE.exec(value);
  if (!parts) return false;
  const [, year, month, day] = parts;
  if (day === undefined) return true;
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  return Number(day) <= (month === '02' && !leap ? 28 : (DAYS[Number(month) - 1] as number));
}

/**
 * Whether a text may be meant as a URL, absolute or relative: without spaces, and neither a bare word ('MIT') nor a
 * host without its scheme ('www.example.com'). Search actions contain URL templates with braces.
 */
function isUrl(value: string): boolean {
  if (value === '' || /[\s<>"|\\^`]/.test(value)) return false;
  if (/^[a-z][a-z0-9+.-]*:./i.test(value)) return !/^https?:/i.test(value) || /^https?:\/\/[^/]/i.test(value);
  return /[/.#?]/.test(value) && !/^www\./i.test(value);
}
