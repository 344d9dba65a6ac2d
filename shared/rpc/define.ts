import type { z } from 'zod';

/** Who answers: the engine process, or the shell (Electron's main process). */
export type Host = 'engine' | 'shell';

export interface Procedure<H extends Host = Host, I extends z.ZodType = z.ZodType, O = unknown> {
  readonly host: H;
  readonly input: I;
  /** Type only: results are trusted inside and checked in tests. */
  readonly output?: O;
}

export const engineCall =
  <O>() =>
  <I extends z.ZodType>(input: I): Procedure<'engine', I, O> => ({ host: 'engine', input });
export const shellCall =
  <O>() =>
  <I extends z.ZodType>(input: I): Procedure<'shell', I, O> => ({ host: 'shell', input });
