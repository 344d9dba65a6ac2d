import type { FileCheckCount, FileDifference } from '#shared/model/file-audit.ts';

/** What the thread is started with. */
export interface FileAuditWork {
  readonly path: string;
}

/** What the thread reports. After `done` it ends. */
export type FileAuditMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'differences'; readonly differences: readonly FileDifference[]; readonly found: number }
  | { readonly kind: 'done'; readonly checks: readonly FileCheckCount[] };
