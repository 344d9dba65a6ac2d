const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units: '512 B', '1.2 MB'. */
export function sizeWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
