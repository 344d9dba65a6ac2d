import type { Exports } from '../exports/exports.ts';
import type { ReaderHandlers } from './reads.ts';

/** The progress of an export. Starting one needs a path, so only the shell can do it. */
export const exportHandlers = (exports: Exports) =>
  ({
    'export.read': ({ id }) => exports.read(id),
    'export.cancel': ({ id }) => exports.cancel(id),
  }) satisfies ReaderHandlers;
