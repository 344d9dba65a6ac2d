import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface WriteWholeOptions {
  /** Permissions of the file, before the umask. */
  readonly mode?: number;
  readonly makeFolder?: boolean;
}

/**
 * Writes a text file whole or not at all: beside its place, under a name nobody can guess and never through a link, flushed, then moved.
 * Readers see the old text or the new, never half of one. Throws system errors as they are.
 */
export async function writeWhole(
  file: string,
  text: string,
  { mode = 0o666, makeFolder = false }: WriteWholeOptions = {},
): Promise<void> {
  if (makeFolder) await mkdir(dirname(file), { recursive: true });
  const half = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(half, text, { flag: 'wx', flush: true, mode });
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** For what the app keeps in its data folder, where only this user reads. */
export const writeOwn = (file: string, text: string): Promise<void> => writeWhole(file, text, { mode: 0o600, makeFolder: true });
