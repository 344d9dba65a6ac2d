import type { Exports } from '../exports/exports.ts';
import type { ReaderHandlers } from './reads.ts';

/** How far an export is. It begins with a path, so only the shell starts one. */
export const exportHandlers = (exports: Exports) =>
  ({
    'export.read': ({ id }) => exports.read(id),
    'export.cancel': ({ id }) => exports.cancel(id),
  }) satisfies ReaderHandlers;
