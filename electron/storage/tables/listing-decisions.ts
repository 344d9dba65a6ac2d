import type { ReasonCode } from '#shared/explain/reasons.ts';
import type { DecisionDraft, Verdict } from '#shared/model/decision.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedEvidence } from '../file/stored-evidence.ts';
import { decodeTrace } from './decisions.ts';

/** A decision about listing, as it is stored. */
export interface StoredListing {
  readonly id: number;
  readonly draft: DecisionDraft;
}

type Row = Record<'verdict' | 'reason' | 'rule' | 'trace' | 'evidence', string> & { readonly id: number };

const most = 50;

/** Reads what was decided about a page. Decisions of the same transaction must be flushed before. */
export function storedDecisions(db: ReadDb) {
  return {
    /** The last decisions about listing, the newest first. */
    listings(urlId: number): StoredListing[] {
      const sql = `SELECT id, verdict, reason, rule, trace, evidence FROM decisions WHERE url_id = ? AND stage = 'listing' ORDER BY id DESC LIMIT ${most}`;
      return (db.prepare(sql).all(urlId) as Row[]).map(({ id, verdict, reason, rule, trace, evidence }) => ({
        id,
        draft: {
          ...{ stage: 'listing', verdict: verdict as Verdict, reason: reason as ReasonCode, rule },
          ...{ evidence: storedEvidence(evidence), trace: decodeTrace(trace) },
        },
      }));
    },
    /** How its last request ended; null: it was not requested. */
    lastFetch(urlId: number): { readonly id: number; readonly reason: ReasonCode } | null {
      const sql = `SELECT id, reason FROM decisions WHERE url_id = ? AND stage = 'fetch' ORDER BY id DESC LIMIT 1`;
      return (db.prepare(sql).get(urlId) as { readonly id: number; readonly reason: ReasonCode } | undefined) ?? null;
    },
  };
}
