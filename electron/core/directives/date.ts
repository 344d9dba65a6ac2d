const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Zones with names in RFC 822 section 5.1, in minutes. */
const ZONES: ReadonlyMap<string, number> = new Map([
  ['gmt', 0],
  ['utc', 0],
  ['ut', 0],
  ['z', 0],
  ['est', -300],
  ['edt', -240],
  ['cst', -360],
  ['cdt', -300],
  ['mst', -420],
  ['mdt', -360],
  ['pst', -480],
  ['pdt', -420],
]);
const ZONE = '(gmt|utc?|z|[ecmp][sd]t|[+-]\\d{2}:?\\d{2})';
const TIME = '(\\d{1,2}):(\\d{2})(?::(\\d{2}))?';
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\\s+)?';
/** RFC 822 with spaces, RFC 850 with hyphens; four digits of a year are taken in both. */
const RFC = new RegExp(`^${WEEKDAY}(\\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\\d{4}|\\d{2})\\s+${TIME}\\s*${ZONE}$`, 'i');
const ISO = /^(\d{4})-?(\d{2})-?(\d{2})(?:[t ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Days from 1970-01-01 in the Gregorian calendar, by counting years from March on. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const ofEra = y - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** '2026-11-23T14:05:10' in UTC of whole seconds since 1970: the reverse of `daysFromCivil`, in the proleptic Gregorian calendar. */
export function utcText(seconds: number): string {
  const days = Math.floor(seconds / 86_400) + 719_468;
  const clock = ((seconds % 86_400) + 86_400) % 86_400;
  const era = Math.floor(days / 146_097);
  const ofEra = days - era * 146_097;
  const years = Math.floor((ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365);
  const ofYear = ofEra - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const shifted = Math.floor((5 * ofYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const day = ofYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const year = String(era * 400 + years + (month <= 2 ? 1 : 0)).padStart(4, '0');
  return `${year}-${two(month)}-${two(day)}T${two(Math.floor(clock / 3_600))}:${two(Math.floor(clock / 60) % 60)}:${two(clock % 60)}`;
}

/** Days of a month, 1 to 12, in the Gregorian calendar. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function zoneMinutes(zone: string): number {
  const named = ZONES.get(zone.toLowerCase());
  if (named !== undefined) return named;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0');
  return zone.startsWith('-') ? -minutes : minutes;
}

/**
 * The time of an unavailable_after date, in epoch milliseconds; null if it has none of the formats that Google names:
 * RFC 822, RFC 850, ISO 8601. Our rules: two-digit years are 1970 to 2069. An ISO 8601 date without a time is the
 * start of that day; without a zone, it is UTC.
 */
export function parseDirectiveDate(text: string): number | null {
  const trimmed = text.trim();
  const rfc = RFC.exec(trimmed);
  const iso = rfc ? null : ISO.exec(trimmed);
  const parts = rfc ?? iso;
  if (!parts) return null;
  const [, first = '', second = '', third = '', hour = '0', minute = '0', second60 = '0', zone = 'z'] = parts;
  const month = rfc ? MONTHS.indexOf(second.toLowerCase()) + 1 : Number(second);
  const written = Number(rfc ? third : first);
  const year = rfc && third.length === 2 ? written + (written < 70 ? 2000 : 1900) : written;
  const day = Number(rfc ? first : third);
  const valid =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    Number(hour) <= 24 &&
    Number(minute) <= 59 &&
    Number(second60) <= 60;
  if (!valid) return null;
  const minutes = Number(hour) * 60 + Number(minute) - zoneMinutes(zone);
  return (daysFromCivil(year, month, day) * 1440 + minutes) * 60_000 + Number(second60) * 1000;
}
