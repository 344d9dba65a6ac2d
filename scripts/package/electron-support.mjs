// How long the Electron that we package gets security fixes, by electron-lines.tsv. A release is not packaged within 60 days of the end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DAY = 86_400_000;
/** A release that is made now shall still be safe to use after so many days. */
const LEAST_DAYS = 60;

/** Rows of the table: `{ line, since, ends, basis }`, days as YYYY-MM-DD. */
export function electronLines(text = readFileSync(join(import.meta.dirname, 'electron-lines.tsv'), 'utf8')) {
  const [, ...rows] = text.trimEnd().split('\n');
  return rows.map(row => row.split('\t')).map(([line, since, ends, basis]) => ({ line: Number(line), since, ends, basis }));
}

/**
 * Why a release may not be packaged with this version on a day (epoch milliseconds), '' if it may: its line is not in the table, has ended or
 * ends within 60 days, or two newer lines are out.
 */
export function supportProblem(version, now, lines = electronLines()) {
  const major = Number.parseInt(version, 10);
  const own = lines.find(({ line }) => line === major);
  if (!own) return `Electron ${major} is not in scripts/package/electron-lines.tsv: add its line, with when its support ends`;
  const days = Math.floor((Date.parse(own.ends) - now) / DAY);
  if (days < 0) return `the support of Electron ${major} ended on ${own.ends}: use a newer line`;
  if (days < LEAST_DAYS) return `the support of Electron ${major} ends on ${own.ends}, in ${days} days: use a newer line`;
  const newer = lines.filter(({ line, since }) => line > major && Date.parse(since) <= now).length;
  return newer >= 2 ? `${newer} lines newer than Electron ${major} are out: use one of them` : '';
}
