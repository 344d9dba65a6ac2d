import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Writes a file whole or not at all: beside its place first, then moved there. Replaces what is there. */
export function writeWhole(path: string, text: string): void {
  const half = `${path}.${randomUUID().slice(0, 8)}.part`;
  const file = openSync(half, 'wx');
  try {
    try {
      const bytes = Buffer.from(text, 'utf8');
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(half, path);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
}
