import { figure } from './figure.ts';

const whole = (count: number, one: string, many: string): string => `${figure(count)} ${count === 1 ? one : many}`;

/** What an export wrote: '1,234 rows. 2 cells were longer than 32,767 characters and were cut.' */
export function writtenWords({ rows, cutCells }: { readonly rows: number; readonly cutCells: number }): string {
  const cut =
    cutCells === 0
      ? ''
      : ` ${whole(cutCells, 'cell was', 'cells were')} longer than 32,767 characters and ${cutCells === 1 ? 'was' : 'were'} cut.`;
  return `${whole(rows, 'row', 'rows')}.${cut}`;
}

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space, or choose another folder.',
  EDQUOT: 'your disk quota is used up. Free some space, or choose another folder.',
  EFBIG: 'it is too large for this disk. Choose another disk or format.',
  EACCES: 'you may not write there. Choose another folder.',
  EPERM: 'you may not write there. Choose another folder.',
  EROFS: 'the disk is read-only. Choose another folder.',
  ENOENT: 'the folder does not exist any more. Choose another one.',
  ENOTDIR: 'a part of its path is not a folder. Choose another one.',
  EISDIR: 'a folder has that name. Choose another name.',
  EBUSY: 'another program is using it. Close it there, or choose another name.',
  ENAMETOOLONG: 'its name is too long. Choose a shorter one.',
  EIO: 'the disk reports an error. Choose another disk.',
};

/** Why an export was not written. `code`: the system's error code, '' for a fault of our own. Nothing is left of it either way. */
export const writeProblem = (name: string, code: string): string =>
  code === ''
    ? `“${name}” could not be written because of a fault inside Crawlscope. Please report it; the log has the details.`
    : `“${name}” could not be written: ${causes[code] ?? `the system reports ${code}. Choose another place.`}`;
