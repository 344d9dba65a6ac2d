/** The place of a number among the first `size` of a rising list, -1 for none. */
export function placeOf(list: Int32Array | Float64Array, wanted: number, size = list.length): number {
  let low = 0;
  let high = size - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = list[middle] as number;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
