import type { ProbeRow } from '#core/audit/source.ts';
import { type ProbeFacts, probeKinds } from '#shared/model/probe.ts';
import type { ReadDb } from '../file/handle.ts';

/** A file may come from anybody: more probes than a crawl sends are not read. */
const mostProbes = 20_000;

const texts = ['mime', 'vary', 'location', 'canonical', 'title', 'textHash', 'signature', 'heading'] as const;
const kinds: ReadonlySet<unknown> = new Set(probeKinds);

/** Reads stored facts; null for what has another form. */
function factsOf(json: string | null): ProbeFacts | null {
  if (json === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (typeof value !== 'object' || value === null) return null;
  const fields = new Map(Object.entries(value));
  const isSound = texts.every(name => fields.get(name) === undefined || typeof fields.get(name) === 'string');
  const hasNeeded = typeof fields.get('mime') === 'string' && typeof fields.get('bytes') === 'number';
  return isSound && hasNeeded ? (value as ProbeFacts) : null;
}

/** The probes of a crawl, in the order they were queued. */
export function probesOf(db: ReadDb): ProbeRow[] {
  const rows = db
    .prepare(
      `SELECT p.kind, u.url, p.origin_id AS originId, p.state, p.result, p.status, p.facts
       FROM probe p JOIN url u ON u.id = p.url_id ORDER BY p.id LIMIT ${mostProbes}`,
    )
    .all() as (Omit<ProbeRow, 'facts'> & { readonly facts: string | null })[];
  return rows.filter(({ kind }) => kinds.has(kind)).map(row => ({ ...row, facts: factsOf(row.facts) }));
}
