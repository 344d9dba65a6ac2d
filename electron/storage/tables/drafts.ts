import type { FailingAssertions } from '#shared/model/assertions.ts';
import type { WriteDb } from '../file/handle.ts';

export interface AssertionSet {
  readonly id: number;
  /** Null: about the whole file. */
  readonly originId: number | null;
  readonly text: string;
  readonly updatedAt: number;
}

/** How a set fared with one version of robots.txt. */
export interface AssertionRun {
  readonly setId: number;
  readonly robotsId: number;
  readonly originId: number;
  readonly at: number;
  readonly met: number;
  readonly unmet: number;
  readonly unchecked: number;
}

/** A robots.txt as it might become. */
export interface RobotsDraft {
  readonly id: number;
  readonly originId: number;
  readonly name: string;
  readonly text: string;
  /** The version it began with, null for an empty start. */
  readonly baseVersionId: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const block = 1_000;
/** Name of a set that holds what was typed and not saved. A saved set has no name. */
const unsaved = 'unsaved';

/** What the user works out beside the crawl: assertions and drafts. Writes belong into a transaction of the store. */
export function draftsTable(db: WriteDb) {
  const setColumns = 'id, origin_id AS originId, text, updated_at AS updatedAt';
  const set = db.prepare(`SELECT ${setColumns} FROM assertion_set WHERE coalesce(origin_id, 0) = ? AND name = ?`);
  const sets = db.prepare(`SELECT ${setColumns} FROM assertion_set WHERE name = '' ORDER BY id`);
  const addSet = db.prepare(`INSERT INTO assertion_set (origin_id, name, text, updated_at) VALUES (?, ?, ?, ?)`);
  const changeSet = db.prepare('UPDATE assertion_set SET text = ?, updated_at = ? WHERE id = ?');
  const dropSet = db.prepare('DELETE FROM assertion_set WHERE id = ?');
  const dropRuns = db.prepare('DELETE FROM assertion_run WHERE set_id = ?');
  const putRun = db.prepare(
    `INSERT INTO assertion_run (set_id, robots_id, origin_id, at, met, unmet, unchecked)
     VALUES (@setId, @robotsId, @originId, @at, @met, @unmet, @unchecked)
     ON CONFLICT (set_id, robots_id) DO UPDATE SET at = excluded.at, met = excluded.met, unmet = excluded.unmet, unchecked = excluded.unchecked`,
  );
  const failing = db.prepare(
    `SELECT o.key AS origin, r.unmet, r.unchecked,
       (SELECT min(p.robots_id) FROM assertion_run p WHERE p.set_id = r.set_id AND p.origin_id = r.origin_id AND p.unmet > 0 AND p.robots_id >
         coalesce((SELECT max(q.robots_id) FROM assertion_run q WHERE q.set_id = r.set_id AND q.origin_id = r.origin_id AND q.unmet = 0), 0)) AS since
     FROM assertion_run r JOIN origin o ON o.id = r.origin_id
     WHERE r.unmet > 0 AND r.robots_id =
       (SELECT max(l.robots_id) FROM assertion_run l WHERE l.set_id = r.set_id AND l.origin_id = r.origin_id)
     ORDER BY r.origin_id, r.set_id`,
  );
  const numberOf = db
    .prepare(`SELECT count(*) FROM robots_version v JOIN robots_version w ON w.origin_id = v.origin_id
     WHERE w.id = ? AND (v.first_seen_at, v.id) <= (w.first_seen_at, w.id)`)
    .pluck();
  const urls = db.prepare('SELECT id, url FROM url WHERE id > ? AND origin_id = ? ORDER BY id LIMIT ?');
  const draftColumns = `id, origin_id AS originId, name, text, base_version_id AS baseVersionId, created_at AS createdAt, updated_at AS updatedAt`;
  const drafts = db.prepare(
    `SELECT ${draftColumns} FROM robots_draft WHERE origin_id = ? AND name <> '' ORDER BY updated_at DESC, id DESC`,
  );
  const working = db.prepare(`SELECT ${draftColumns} FROM robots_draft WHERE origin_id = ? AND name = ''`);
  const dropWorking = db.prepare(`DELETE FROM robots_draft WHERE origin_id = ? AND name = ''`);
  const draft = db.prepare(`SELECT ${draftColumns} FROM robots_draft WHERE id = ?`);
  const putDraft = db.prepare(
    `INSERT INTO robots_draft (origin_id, name, text, base_version_id, created_at, updated_at) VALUES (@originId, @name, @text, @baseVersionId, @at, @at)
     ON CONFLICT (origin_id, name) DO UPDATE SET text = excluded.text, base_version_id = excluded.base_version_id, updated_at = excluded.updated_at
     RETURNING id`,
  );
  const nameDraft = db.prepare('UPDATE OR IGNORE robots_draft SET name = @name, updated_at = @at WHERE id = @id');
  const dropDraft = db.prepare('DELETE FROM robots_draft WHERE id = ?');
  /** Asked with every status: kept until something is written. */
  let failures: readonly FailingAssertions[] | null = null;
  const setNamed = (originId: number | null, name: string) => set.get(originId ?? 0, name) as AssertionSet | undefined;
  const assertionSet = (originId: number | null) => setNamed(originId, '');
  return {
    /** The assertions of an origin, or of the whole file (null). */
    assertionSet,
    assertionSets: (): AssertionSet[] => sets.all() as AssertionSet[],
    /** Text in place of the one before; what was found with that is forgotten. An empty text takes the set away (null). */
    saveAssertions(originId: number | null, text: string, at: number): AssertionSet | null {
      failures = null;
      const known = assertionSet(originId);
      if (known) dropRuns.run(known.id);
      if (text.trim() === '') {
        if (known) dropSet.run(known.id);
        return null;
      }
      if (known) changeSet.run(text, at, known.id);
      else addSet.run(originId, '', text, at);
      return assertionSet(originId) ?? null;
    },
    /** What was typed and not saved as the assertions of an origin, or of the whole file. */
    unsavedAssertions: (originId: number | null): string | null => setNamed(originId, unsaved)?.text ?? null,
    /** Keeps unsaved assertions, or forgets them (null). */
    keepUnsavedAssertions(originId: number | null, text: string | null, at: number): void {
      const known = setNamed(originId, unsaved);
      if (text === null) {
        if (known) dropSet.run(known.id);
      } else if (known) changeSet.run(text, at, known.id);
      else addSet.run(originId, unsaved, text, at);
    },
    /** The outcome of a set for a version; a later run of the same takes its place. */
    recordRun(run: AssertionRun): void {
      failures = null;
      putRun.run(run);
    },
    /** After a rolled-back transaction, or when another process wrote. */
    reload(): void {
      failures = null;
    },
    /** Sets whose last run was not met, and since which version in a row. */
    failing(): readonly FailingAssertions[] {
      failures ??= (failing.all() as Omit<FailingAssertions, 'sinceNumber'>[]).map(row => ({
        ...row,
        sinceNumber: numberOf.get(row.since) as number,
      }));
      return failures;
    },
    /** Every stored URL of an origin, a block at a time, so that the connection is never held. */
    *urlsOf(originId: number): Generator<string> {
      let after = 0;
      for (;;) {
        const rows = urls.all(after, originId, block) as { id: number; url: string }[];
        for (const row of rows) yield row.url;
        const last = rows.at(-1);
        if (!last || rows.length < block) return;
        after = last.id;
      }
    },
    /** Drafts of an origin, the latest first. */
    drafts: (originId: number): RobotsDraft[] => drafts.all(originId) as RobotsDraft[],
    draft: (id: number): RobotsDraft | undefined => draft.get(id) as RobotsDraft | undefined,
    /** Writes a draft under its name, in place of one of the same name. */
    saveDraft(wanted: Pick<RobotsDraft, 'originId' | 'name' | 'text' | 'baseVersionId'>, at: number): RobotsDraft {
      const { id } = putDraft.get({ ...wanted, at }) as { id: number };
      return draft.get(id) as RobotsDraft;
    },
    /** What was typed and not saved under a name; it has the name ''. */
    workingDraft: (originId: number): RobotsDraft | undefined => working.get(originId) as RobotsDraft | undefined,
    /** Keeps what is typed, or forgets it (null). */
    keepWorkingDraft(originId: number, text: string | null, baseVersionId: number | null, at: number): void {
      if (text === null) dropWorking.run(originId);
      else putDraft.get({ originId, name: '', text, baseVersionId, at });
    },
    /** Another name for a draft; false when the origin has one of that name. */
    renameDraft(id: number, name: string, at: number): boolean {
      return nameDraft.run({ id, name, at }).changes > 0;
    },
    /** False when there was none. */
    deleteDraft: (id: number): boolean => dropDraft.run(id).changes > 0,
  };
}
export type DraftsTable = ReturnType<typeof draftsTable>;
