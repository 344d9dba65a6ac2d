/** The rows below `size` for which `keeps` is true, in ascending order. */
export function rowsWhere(size: number, keeps: (row: number) => boolean): Int32Array {
  let count = 0;
  for (let row = 0; row < size; row += 1) if (keeps(row)) count += 1;
  const rows = new Int32Array(count);
  let at = 0;
  for (let row = 0; at < count; row += 1) if (keeps(row)) rows[at++] = row;
  return rows;
}
