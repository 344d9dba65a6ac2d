const whole = (count: number, one: string, many: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What an export wrote: '1,234 rows. 2 cells were longer than 32,767 characters and were cut.' */
export function writtenWords({ rows, cutCells }: { readonly rows: number; readonly cutCells: number }): string {
  const cut =
    cutCells === 0
      ? ''
      : ` ${whole(cutCells, 'cell was', 'cells were')} longer than 32,767 characters and ${cutCells === 1 ? 'was' : 'were'} cut.`;
  return `${whole(rows, 'row', 'rows')}.${cut}`;
}
