import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Whether two paths lead to the same file, for example through a link or in another letter case. */
export function isSameFile(path: string, other: string): boolean {
  if (resolve(path) === resolve(other)) return true;
  const [one, two] = [path, other].map(each => statSync(each, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino;
}
