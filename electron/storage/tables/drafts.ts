import type { FailingAssertions } from '#shared/model/assertions.ts';
import type { WriteDb } from '../file/handle.ts';

export interface AssertionSet {
  readonly id: number;
  /** Null if it applies to the whole file. */
  readonly originId: number | null;
  readonly text: string;
  readonly updatedAt: number;
}

/** Result of running an assertion set against one version of robots.txt. */
export interface AssertionRun {
  readonly setId: number;
  readonly robotsId: number;
  readonly originId: number;
  readonly at: number;
  readonly met: number;
  readonly unmet: number;
  readonly unchecked: number;
}

/** A draft of a robots.txt. */
export interface RobotsDraft {
  readonly id: number;
  readonly originId: number;
  readonly name: string;
  readonly text: string;
  /** The version the draft started from, or null if it started empty. */
  readonly baseVersionId: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const block = 1_000;
/** Name of the set with unsaved text. A saved set has no name. */
const unsaved = 'unsaved';

/** Assertions and drafts that the user writes. Call the write functions within a transaction of the store. */
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
  /** Every status request needs it, so it is cached until the next write. */
  let failures: readonly FailingAssertions[] | null = null;
  const setNamed = (originId: number | null, name: string) => set.get(originId ?? 0, name) as AssertionSet | undefined;
  const assertionSet = (originId: number | null) => setNamed(originId, '');
  return {
    /** The assertions of an origin, or of the whole file (null). */
    assertionSet,
    assertionSets: (): AssertionSet[] => sets.all() as AssertionSet[],
    /** Replaces the text and discards the results of the previous one. An empty text deletes the set (returns null). */
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
    /** The unsaved text of the assertions of an origin, or of the whole file (null). */
    unsavedAssertions: (originId: number | null): string | null => setNamed(originId, unsaved)?.text ?? null,
    /** Stores unsaved assertions, or deletes them (null). */
    keepUnsavedAssertions(originId: number | null, text: string | null, at: number): void {
      const known = setNamed(originId, unsaved);
      if (text === null) {
        if (known) dropSet.run(known.id);
      } else if (known) changeSet.run(text, at, known.id);
      else addSet.run(originId, unsaved, text, at);
    },
    /** Stores the result of a set for a version. Replaces an earlier result for the same version. */
    recordRun(run: AssertionRun): void {
      failures = null;
      putRun.run(run);
    },
    /** Call it after a rolled-back transaction or a write by another process. */
    reload(): void {
      failures = null;
    },
    /** Sets whose last run failed, and the first version of the current series of failures. */
    failing(): readonly FailingAssertions[] {
      failures ??= (failing.all() as Omit<FailingAssertions, 'sinceNumber'>[]).map(row => ({
        ...row,
        sinceNumber: numberOf.get(row.since) as number,
      }));
      return failures;
    },
    /** Every stored URL of an origin, in blocks, so that no statement blocks the connection for long. */
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
    /** Drafts of an origin, newest first. */
    drafts: (originId: number): RobotsDraft[] => drafts.all(originId) as RobotsDraft[],
    draft: (id: number): RobotsDraft | undefined => draft.get(id) as RobotsDraft | undefined,
    /** Saves a draft. Replaces a draft of the same name. */
    saveDraft(wanted: Pick<RobotsDraft, 'originId' | 'name' | 'text' | 'baseVersionId'>, at: number): RobotsDraft {
      const { id } = putDraft.get({ ...wanted, at }) as { id: number };
      return draft.get(id) as RobotsDraft;
    },
    /** The unsaved draft of an origin. Its name is ''. */
    workingDraft: (originId: number): RobotsDraft | undefined => working.get(originId) as RobotsDraft | undefined,
    /** Stores the unsaved draft, or deletes it (null). */
    keepWorkingDraft(originId: number, text: string | null, baseVersionId: number | null, at: number): void {
      if (text === null) dropWorking.run(originId);
      else putDraft.get({ originId, name: '', text, baseVersionId, at });
    },
    /** Renames a draft. Returns false if the origin already has a draft of that name. */
    renameDraft(id: number, name: string, at: number): boolean {
      return nameDraft.run({ id, name, at }).changes > 0;
    },
    /** Returns false if the draft did not exist. */
    deleteDraft: (id: number): boolean => dropDraft.run(id).changes > 0,
  };
}
export type DraftsTable = ReturnType<typeof draftsTable>;
