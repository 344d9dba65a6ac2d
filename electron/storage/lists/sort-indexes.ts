/** Parts of this size are sorted by insertion. */
const few = 8;

/**
 * Sorts the first `count` indexes. Those of which none is after the other stay in their order. `moved` is room
 * for as many. Returns `indexes` or `moved`, whichever has the result.
 */
export function sortIndexes(
  indexes: Int32Array,
  moved: Int32Array,
  count: number,
  isAfter: (a: number, b: number) => boolean,
): Int32Array {
  for (let start = 0; start < count; start += few) {
    const end = Math.min(count, start + few);
    for (let i = start + 1; i < end; i++) {
      const index = indexes[i] as number;
      let at = i;
      for (; at > start && isAfter(indexes[at - 1] as number, index); at--) indexes[at] = indexes[at - 1] as number;
      indexes[at] = index;
    }
  }
  let [from, to] = [indexes, moved];
  for (let width = few; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(count, start + width);
      const end = Math.min(count, middle + width);
      let a = start;
      let b = middle;
      for (let at = start; at < end; at++)
        to[at] = (b >= end || (a < middle && !isAfter(from[a] as number, from[b] as number)) ? from[a++] : from[b++]) as number;
    }
    [from, to] = [to, from];
  }
  return from;
}
