/**
 * Epoch milliseconds as ISO 8601 in UTC, '2026-11-21T05:46:03.125Z'. Null if the number is no time: a damaged file may have one that
 * no `Date` represents.
 */
export function isoTime(at: number): string | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The start of an ISO time as words: '2026-11-21 05:46 UTC', or 'unknown time'. */
export const timeUpTo = (at: number, unit: 'minute' | 'second' | 'millisecond'): string => {
  const characters = { minute: 16, second: 19, millisecond: 23 }[unit];
  const time = isoTime(at);
  // Years beyond four digits are longer. They do not occur, but a file may have them.
  return time === null
    ? 'unknown time'
    : `${time
        .slice(0, time.length - 24 + characters)
        .replace('T', ' ')
        .replace('Z', '')} UTC`;
};
