import { statfsSync } from 'node:fs';
import { figure } from '#shared/explain/figure.ts';

/** Bytes that a user may still write in a folder. */
export function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** '1,235 MB': a size in bytes, rounded up. */
export const megabytes = (bytes: number): string => `${figure(Math.ceil(bytes / 1_000_000))} MB`;
