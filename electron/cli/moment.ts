import { usage } from './exit.ts';

const units = { d: 86_400_000, h: 3_600_000 } as const;

/** A time in the past: `30d` or `12h` before `now`, or the beginning of a day in UTC (`2026-11-01`). Epoch milliseconds. */
export function parseMoment(option: string, text: string, now: number): number {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return now - Number(count) * units[unit as keyof typeof units];
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(day)) usage(`${option} ${text}: write an age such as 30d or 12h, or a day such as 2026-11-01.`);
  return day;
}
