import { RpcError } from '#shared/rpc/errors.ts';
import type { ErrorCode } from '#shared/rpc/types.ts';
import { printable } from '../export/text-width.ts';

/** PRODUCT contract: done; the command's own check failed; bad usage or input; could not finish and nothing is lost. */
export const exit = { done: 0, checkFailed: 1, usage: 2, unfinished: 3 } as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

const codes: Readonly<Record<ErrorCode, ExitCode>> = {
  bad_request: exit.usage,
  not_found: exit.usage,
  no_file: exit.usage,
  refused: exit.usage,
  unavailable: exit.unfinished,
  internal: exit.unfinished,
};

/** Refuses with exit code 2. */
export const usage = (message: string): never => {
  throw new RpcError('bad_request', message);
};

const systemWords: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
};

/** What the user gave is wrong, not the machine. */
const userMistakes = new Set(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR']);

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'syscall' in error;

/** One line for stderr and the exit code. Only a bug brings its stack along, on request (`CRAWLSCOPE_DEBUG`). */
export function endingOf(error: unknown): { readonly message: string; readonly code: ExitCode } {
  if (error instanceof RpcError) return { message: oneLine(error.message), code: codes[error.code] };
  if (isSystemError(error)) {
    const words = systemWords[error.code ?? ''] ?? error.message;
    return {
      message: oneLine(error.path === undefined ? words : `${error.path}: ${words}`),
      code: userMistakes.has(error.code ?? '') ? exit.usage : exit.unfinished,
    };
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { message: oneLine(`internal error, please report it: ${text}`), code: exit.unfinished };
}

const oneLine = (text: string): string => printable(text.replace(/\s*\n\s*/g, ' ')).trim();
