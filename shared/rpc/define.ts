import type { z } from 'zod';

/**
 * Who serves a call: the crawling thread of the engine process, its reader thread, or the shell (Electron's main
 * process). The reader thread has its own read-only connection, so its calls never delay the crawl.
 */
export type Host = 'engine' | 'reader' | 'shell';

export interface Procedure<H extends Host = Host, I extends z.ZodType = z.ZodType, O = unknown> {
  readonly host: H;
  readonly input: I;
  /** A type only: results are trusted at run time and checked in tests. */
  readonly output?: O;
}

export const engineCall =
  <O>() =>
  <I extends z.ZodType>(input: I): Procedure<'engine', I, O> => ({ host: 'engine', input });
export const readCall =
  <O>() =>
  <I extends z.ZodType>(input: I): Procedure<'reader', I, O> => ({ host: 'reader', input });
export const shellCall =
  <O>() =>
  <I extends z.ZodType>(input: I): Procedure<'shell', I, O> => ({ host: 'shell', input });
