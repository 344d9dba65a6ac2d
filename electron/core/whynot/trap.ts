import { repeatedFolders } from '#shared/explain/why-not-words.ts';

/** Folders that follow each other again and again, as relative links without an end make them. */
const LEAST_REPEATS = 3;
const LONGEST_CYCLE = 4;

/** Folders of a path that come again and again in a row. */
export interface FolderCycle {
  readonly folders: readonly string[];
  readonly times: number;
}

/** The folders that mark an address space without an end; null for none. Linear in the path. */
export function endlessCycle(href: string): FolderCycle | null {
  const from = href.indexOf('/', href.indexOf('://') + 3);
  if (from < 0) return null;
  const path = href.slice(from + 1).split('?', 1)[0] as string;
  const segments = path.split('/').filter(segment => segment !== '');
  for (let length = 1; length <= LONGEST_CYCLE; length += 1)
    // A run: segments that equal the one so many places later.
    for (let at = 0, run = 0; at + length <= segments.length; at += 1) {
      if (at + length < segments.length && segments[at] === segments[at + length]) {
        run += 1;
        continue;
      }
      const folders = segments.slice(at - run, at - run + length);
      const times = Math.floor(run / length) + 1;
      run = 0;
      // Digits alone repeat by chance, as in dates.
      if (times >= LEAST_REPEATS && !folders.every(each => /^\d{1,4}$/.test(each))) return { folders, times };
    }
  return null;
}

/** '' or what in a URL marks an address space without an end: `the folders “a/b” come 3 times in a row`. */
export function endlessSign(href: string): string {
  const found = endlessCycle(href);
  return found === null ? '' : repeatedFolders(found.folders, found.times);
}
