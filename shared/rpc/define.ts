import type { z } from 'zod';

/**
 * Who answers: the thread of the engine process that crawls, its reader thread (a connection of its own that only reads, so that
 * no question ever holds up the crawl), or the shell (Electron's main process).
 */
export type Host = 'engine' | 'reader' | 'shell';

export interface Procedure<H extends Host = Host, I extends z.ZodType = z.ZodType, O = unknown> {
  readonly host: H;
  readonly input: I;
  /** Type only: results are trusted inside and checked in tests. */
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
