import type { Evidence } from '#shared/model/decision.ts';
import { storedList } from './stored-json.ts';

type FieldsOf<K extends Evidence['kind']> = Omit<Extract<Evidence, { kind: K }>, 'kind' | 'version' | 'lines'>;
type TypeName<V> = V extends number ? 'number' : 'string';

/** The fields of each kind of evidence, with their types. */
const fields: { readonly [K in Evidence['kind']]: { readonly [F in keyof FieldsOf<K>]: TypeName<FieldsOf<K>[F]> } } = {
  seed: { position: 'number' },
  link: { from: 'number', seq: 'number' },
  'rendered-link': { from: 'number', seq: 'number', rendering: 'number' },
  rendering: { page: 'number', rendering: 'number', text: 'string' },
  redirect: { from: 'number', fetch: 'number', status: 'number', location: 'string' },
  'sitemap-entry': { sitemap: 'number', seq: 'number' },
  'robots-line': { robots: 'number', line: 'number' },
  'robots-fetch': { robots: 'number' },
  header: { fetch: 'number', index: 'number' },
  bytes: { fetch: 'number', start: 'number', end: 'number' },
  fetch: { fetch: 'number' },
  setting: { name: 'string', value: 'string' },
  limit: { name: 'string', limit: 'number', actual: 'number' },
  address: { host: 'string', detail: 'string' },
  url: { url: 'number' },
  respelled: { from: 'string', to: 'string', name: 'string', rule: 'string', robots: 'number', line: 'number' },
  pattern: { pattern: 'string', count: 'number' },
};

function isEvidence(value: unknown): value is Evidence {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Readonly<Record<string, unknown>>;
  const { kind, version, lines } = entry;
  if (typeof kind !== 'string' || !Object.hasOwn(fields, kind)) return false;
  if (version !== undefined && typeof version !== 'number') return false;
  if (lines !== undefined && !(Array.isArray(lines) && lines.every(line => typeof line === 'number'))) return false;
  return Object.entries(fields[kind as Evidence['kind']]).every(([name, type]) => typeof entry[name] === type);
}

/** Reads the evidence of a decision. Throws "damaged" if an entry has not the form of its kind. */
export const storedEvidence = (json: string): readonly Evidence[] => storedList(json, isEvidence, 'the evidence of a decision');
