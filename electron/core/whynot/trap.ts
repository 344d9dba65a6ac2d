import { repeatedFolders } from '#shared/explain/why-not-words.ts';

/** Folders that follow each other again and again, as relative links without an end make them. */
const LEAST_REPEATS = 3;
const LONGEST_CYCLE = 4;

/** Folders of a path that come again and again in a row. */
export interface FolderCycle {
  readonly folders: readonly string[];
  readonly times: number;
}

/** The folders that mark an address space without an end; null for none. */
export function endlessCycle(href: string): FolderCycle | null {
  const from = href.indexOf('/', href.indexOf('://') + 3);
  if (from < 0) return null;
  const path = href.slice(from + 1).split('?', 1)[0] as string;
  const segments = path.split('/').filter(segment => segment !== '');
  for (let length = 1; length <= LONGEST_CYCLE; length += 1)
    for (let start = 0; start + length * LEAST_REPEATS <= segments.length; start += 1) {
      let times = 1;
      while (segments.slice(start, start + length).every((each, at) => each === segments[start + times * length + at]))
        times += 1;
      // Digits alone repeat by chance, as in dates.
      const folders = segments.slice(start, start + length);
      if (times >= LEAST_REPEATS && !folders.every(each => /^\d{1,4}$/.test(each))) return { folders, times };
    }
  return null;
}

/** '' or what in a URL marks an address space without an end: `the folders “a/b” come 3 times in a row`. */
export function endlessSign(href: string): string {
  const found = endlessCycle(href);
  return found === null ? '' : repeatedFolders(found.folders, found.times);
}
