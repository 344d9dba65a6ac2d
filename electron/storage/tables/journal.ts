import type { WriteDb } from '../file/handle.ts';

/** One attempt of the journal, as stored. Headers are JSON text. */
export interface JournalRow {
  readonly id: number;
  readonly urlId: number | null;
  readonly purpose: 'page' | 'robots' | 'sitemap' | 'check' | 'probe' | 'resource';
  readonly target: string;
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly outcome: string | null;
  readonly cause: string | null;
  readonly status: number | null;
  readonly wireBytes: number | null;
  readonly requestHeaders: string | null;
  readonly responseHeaders: string | null;
}

export interface SettingsRow {
  readonly id: number;
  readonly at: number;
  readonly json: string;
}

/** Reads for the politeness certificate: every request sent to an origin, and the settings that applied. */
export function journalReads(db: WriteDb) {
  const attempts = db.prepare(
    `SELECT id, url_id AS urlId, purpose, target, attempt, started_at AS startedAt, ended_at AS endedAt, outcome, cause, status,
       wire_bytes AS wireBytes, request_headers AS requestHeaders, response_headers AS responseHeaders
     FROM fetches WHERE origin_id = ? ORDER BY id`,
  );
  const settings = db.prepare('SELECT id, at, json FROM settings ORDER BY id');
  return {
    /** All attempts at an origin, in the order they were stored. */
    attempts: (originId: number): IterableIterator<JournalRow> => attempts.iterate(originId) as IterableIterator<JournalRow>,
    settings: (): SettingsRow[] => settings.all() as SettingsRow[],
  };
}
export type JournalReads = ReturnType<typeof journalReads>;
