import type { z } from 'zod';
import type { procedures, TopicName, TopicPayloads } from '../contract.ts';
import type { Host, Procedure } from './define.ts';

/** The protocol over any port. It has calls (one argument, one result) and topics that are pushed. */

export type Procedures = typeof procedures;
export type ProcedureName = keyof Procedures;
export type ProcedureOf<H extends Host> = { [N in ProcedureName]: Procedures[N]['host'] extends H ? N : never }[ProcedureName];

export type Input<N extends ProcedureName> = z.output<Procedures[N]['input']>;
export type Output<N extends ProcedureName> = Procedures[N] extends Procedure<Host, z.ZodType, infer O> ? O : never;

/** A missing or extra handler does not compile. */
export type Handlers<H extends Host> = {
  readonly [N in ProcedureOf<H>]: (input: Input<N>) => Output<N> | Promise<Output<N>>;
};

export type ErrorCode = 'bad_request' | 'not_found' | 'no_file' | 'refused' | 'unavailable' | 'internal';

export interface WireError {
  readonly code: ErrorCode;
  /** One clear sentence that names the input and the fix; never a stack or SQL. */
  readonly message: string;
}

export type ToHost = { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: unknown };
export type FromHost =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError }
  | { readonly [K in TopicName]: { readonly kind: 'topic'; readonly name: K; readonly payload: TopicPayloads[K] } }[TopicName];
/**
 * What the window gets. `json`: the result as JSON text. Electron's context bridge copies a text at once, but a list value by value, which takes
 * longer than parsing the text.
 */
export type ToWindow = FromHost | { readonly kind: 'json'; readonly id: number; readonly json: string };
/** What an engine sends. Its first message names the contract it was built for (`protocol.ts`). */
export type FromEngine = FromHost | { readonly kind: 'hello'; readonly protocol: number };
