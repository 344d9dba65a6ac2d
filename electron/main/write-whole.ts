import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface WriteWholeOptions {
  /** Permissions of the file, before the umask. */
  readonly mode?: number;
  readonly makeFolder?: boolean;
}

/**
 * Writes a file completely or not at all. Writes next to the target, under an unguessable name and never through a link.
 * Then flushes and renames it. Readers see either the old or the new text. Does not translate system errors.
 */
export async function writeWhole(
  file: string,
  text: string | Uint8Array,
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

/** Writes a file in the app's data folder, readable only by this user. */
export const writeOwn = (file: string, text: string): Promise<void> => writeWhole(file, text, { mode: 0o600, makeFolder: true });
