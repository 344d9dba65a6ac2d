import type { ErrorCode, WireError } from './types.ts';

/** An expected error with a message for the user, sent over the wire unchanged. Every other error is a bug. */
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

/** An error as it is sent: expected errors unchanged, bugs without internal details. */
export const toWireError = (error: unknown): WireError =>
  error instanceof RpcError
    ? { code: error.code, message: error.message }
    : { code: 'internal', message: 'Something went wrong inside Crawlscope; the log has the details.' };
