import type { ErrorCode, WireError } from './types.ts';

/** A refusal at a boundary: expected, worded for the user, and sent over the wire as it is. Everything else is a bug. */
export class RpcError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
    this.name = 'RpcError';
  }
}

export const fail = (code: ErrorCode, message: string): never => {
  throw new RpcError(code, message);
};

/** What crosses the wire: refusals as they are, bugs without their internals. */
export const toWireError = (error: unknown): WireError =>
  error instanceof RpcError
    ? { code: error.code, message: error.message }
    : { code: 'internal', message: 'Something went wrong inside Crawlscope; the log has the details.' };
