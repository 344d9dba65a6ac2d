import { repeatedFolders } from '#shared/explain/why-not-words.ts';

/** Folders that follow each other again and again, as relative links without an end make them. */
const LEAST_REPEATS = 3;
const LONGEST_CYCLE = 4;

/** '' or what in a URL marks an address space without an end: `the folders “a/b” come 3 times in a row`. */
export function endlessSign(href: string): string {
  const from = href.indexOf('/', href.indexOf('://') + 3);
  if (from < 0) return '';
  const path = href.slice(from + 1).split('?', 1)[0] as string;
  const segments = path.split('/').filter(segment => segment !== '');
  for (let length = 1; length <= LONGEST_CYCLE; length += 1)
    for (let start = 0; start + length * LEAST_REPEATS <= segments.length; start += 1) {
      let repeats = 1;
      while (segments.slice(start, start + length).every((each, at) => each === segments[start + repeats * length + at]))
        repeats += 1;
      // Digits alone repeat by chance, as in dates.
      const cycle = segments.slice(start, start + length);
      if (repeats >= LEAST_REPEATS && !cycle.every(each => /^\d{1,4}$/.test(each))) return repeatedFolders(cycle, repeats);
    }
  return '';
}
