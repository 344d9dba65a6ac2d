import type { RenderingsLeft } from '#shared/model/rendering-view.ts';
import type { ReadDb } from '../file/handle.ts';

/** The pace is that of the last renderings. */
const recent = 20;

/** Reads how many pages wait to be rendered, or are, and how long they take. */
export function renderingsLeft(db: ReadDb): () => RenderingsLeft {
  const open = db.prepare(`SELECT count(*) FROM rendering WHERE state = 'queued' OR state = 'leased'`).pluck();
  const pace = db
    .prepare(
      `SELECT count(*), min(ended_at), max(ended_at)
       FROM (SELECT ended_at FROM rendering WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ${recent})`,
    )
    .raw();
  return () => {
    const waiting = open.get() as number;
    const [ended, first, last] = pace.get() as [number, number | null, number | null];
    const took = (last ?? 0) - (first ?? 0);
    return { waiting, etaMs: waiting === 0 || ended < 2 || took <= 0 ? null : Math.round((waiting * took) / (ended - 1)) };
  };
}
