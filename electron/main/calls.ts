import { procedures } from '#shared/contract.ts';
import type { Host } from '#shared/rpc/define.ts';
import type { ProcedureName, WireError } from '#shared/rpc/types.ts';

/** The result of validating a message from the window. This is the only trust boundary. Pure, so that tests need no Electron. */
export type JudgedCall =
  | { readonly kind: 'call'; readonly id: number; readonly host: Host; readonly name: ProcedureName; readonly input: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly error: WireError }
  /** The message has no id to reply to. */
  | { readonly kind: 'noise' };

/** Deepest allowed nesting of a message, including its own braces. The contract's deepest input needs four. */
export const maxDepth = 6;
/** Values in one message. A full list of seeds has about 1,000. Bounds the walk over shared references as well. */
export const maxValues = 10_000;

/**
 * Approximate size of a message in bytes: two for a character, eight for any other value. Null when it exceeds the
 * depth or value limits, or is not plain data: other prototypes, symbols, functions, `__proto__` keys.
 */
export function measure(message: unknown): number | null {
  let values = 0;
  let bytes = 0;
  const walk = (value: unknown, depth: number): boolean => {
    values += 1;
    bytes += typeof value === 'string' ? 8 + 2 * value.length : 8;
    if (values > maxValues) return false;
    if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return true;
    if (typeof value === 'number') return Number.isFinite(value);
    if (typeof value !== 'object' || depth >= maxDepth) return false;
    if (Array.isArray(value)) return value.every(item => walk(item, depth + 1));
    if (!isPlain(value)) return false;
    return Object.entries(value).every(([key, item]) => {
      bytes += 2 * key.length;
      return key !== '__proto__' && walk(item, depth + 1);
    });
  };
  return walk(message, 0) ? bytes : null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    Object.values(Object.getOwnPropertyDescriptors(value)).every(property => 'value' in property)
  );
}

const envelopeKeys = 'id,input,kind,name';
const refused = (id: number, message: string): JudgedCall => ({ kind: 'refused', id, error: { code: 'bad_request', message } });

const idOf = (raw: unknown): number | null => {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, 'id')) return null;
  const id: unknown = (raw as { id: unknown }).id;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** The id to send a refusal to, if the message has one. Never throws on data that came over IPC. */
export const replyId = idOf;

/**
 * Checks the envelope, then the name, then the payload against the contract's schema. Returns the schema's output, never the
 * sender's own object. Control calls (`session.*`) are not in the contract, so their names are unknown here.
 */
export function judgeCall(raw: unknown): JudgedCall {
  const id = idOf(raw);
  if (id === null) return { kind: 'noise' };
  if (measure(raw) === null) return refused(id, 'The request is nested too deeply, too large or not plain data.');
  const envelope = raw as { readonly kind: unknown; readonly name: unknown; readonly input: unknown };
  if (Object.keys(envelope).sort().join() !== envelopeKeys || envelope.kind !== 'call' || typeof envelope.name !== 'string') {
    return refused(id, 'The request is not a valid call.');
  }
  if (!Object.hasOwn(procedures, envelope.name)) return refused(id, 'There is no such operation.');
  const name = envelope.name as ProcedureName;
  const parsed = procedures[name].input.safeParse(envelope.input);
  if (parsed.success) return { kind: 'call', id, host: procedures[name].host, name, input: parsed.data };
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return refused(id, `${name}: ${where}${issue?.message ?? 'not valid'}`.slice(0, 300));
}
