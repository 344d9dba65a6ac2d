import type { ExportProgress } from '#shared/model/export.ts';

/** '12,345 rows, 34 %, about 5 s left' */
export function exportWords({ state, rows, unit, share, etaMs }: ExportProgress, count: (rows: number) => string): string {
  const written =
    unit === 'MB'
      ? `${count(rows)} MB`
      : unit === undefined
        ? `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`
        : `${count(rows)} URLs read`;
  if (state === 'checking') return `${written}, counting them in the file`;
  const seconds = etaMs === null ? null : Math.max(1, Math.round(etaMs / 1_000));
  const left = seconds === null ? '' : `, about ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
  return `${written}, ${Math.floor(share * 100)} %${left}`;
}
