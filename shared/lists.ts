/**
 * Lists as long as strangers make them. A call with a list as its arguments (`push(...list)`, `Math.max(...list)`) puts every element on the stack,
 * and ends in an error from about a hundred thousand. A test keeps such calls out of the sources.
 */

/** Adds all elements of a list to another. */
export function append<T>(into: T[], more: Iterable<T>): void {
  for (const each of more) into.push(each);
}

/** The first words of a list for a sentence, and how many more there are. */
export function firstOf(words: readonly string[], most = 5): string {
  const more = words.length - most;
  return `${words.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The largest of some numbers; minus infinity if there are none. */
export function largest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const each of numbers) if (each > found) found = each;
  return found;
}

/** The least of some numbers; infinity if there are none. */
export function least(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const each of numbers) if (each < found) found = each;
  return found;
}
