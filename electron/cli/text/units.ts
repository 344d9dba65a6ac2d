import { counted } from '#shared/explain/figure.ts';
import { timeUpTo } from '../../export/instant.ts';

/** '912 B', '1.2 MB': decimal units, as disks and networks count. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  // 999.95 would print as 1000.0 of the smaller unit.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}

/** '2026-11-21 05:46:03 UTC' */
export const timeWords = (at: number): string => timeUpTo(at, 'second');

/** '1 page', '1,204 pages' */
export const count = counted;
