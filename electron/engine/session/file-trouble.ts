import { figure } from '#shared/explain/figure.ts';

/** Warn about a longer log next to the file. SQLite merges it at 32 MiB unless another process reads. */
const longLogBytes = 256 * 1024 * 1024;

export interface FileTrouble {
  readonly name: string;
  /** Nothing can be written at this moment. */
  readonly isLocked: boolean;
  readonly logBytes: number;
}

/** What another program does to the file that a crawl writes, in a sentence; '' for nothing. */
export function troubleWords({ name, isLocked, logBytes }: FileTrouble): string {
  if (isLocked) return 'Waiting: another program is writing to this file. The crawl continues when it is done.';
  if (logBytes < longLogBytes) return '';
  const size = figure(Math.round(logBytes / 1024 / 1024));
  return `${name}-wal has grown to ${size} MiB, because another program reads this file and keeps an older state of it. Close it there.`;
}
