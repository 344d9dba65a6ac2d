import { statSync } from 'node:fs';
import { dataFolder } from '../session/data-folder.ts';
import { ownRecords } from '../session/own-records.ts';

/** Under this id places are recorded beside the permissions of crawls, which have random ids. */
const recordsOf = 'place of a file';

/** Disk, inode and time of birth: a renamed file keeps them, a copy or a file from elsewhere has its own. */
function placeOf(path: string): string {
  const { dev, ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${dev} ${ino} ${birthtimeNs}`;
}

/** Whether this installation made the file, or has looked at it. A file that is written anew in its place is not told from it. */
export const isKnown = (path: string): boolean => ownRecords(dataFolder()).has(recordsOf, placeOf(path));

/** From now on the file is opened without a first look. */
export const markKnown = (path: string): void => void ownRecords(dataFolder()).add(recordsOf, placeOf(path));
