import type { IgnoredUrls, IgnoreRule, StoredAuditSettings, StoredIgnoreRule } from '#shared/model/audit-settings.ts';
import { longestNote, mostIgnoreRules } from '#shared/model/audit-settings.ts';
import type { WriteDb } from '../file/handle.ts';

/** What is read of a file: it may come from anyone. */
const mostThresholds = 5_000;
const longestSubject = 1_000_000;
const longestSubjects = 8_000_000;
const longestId = 100;
/** The last point in time that a date can have, in epoch milliseconds. */
const latest = 8_640_000_000_000_000;

interface ThresholdRow {
  readonly check: string;
  readonly name: string;
  readonly value: number;
}

interface RuleRow {
  readonly id: number;
  readonly check: string;
  readonly kind: IgnoredUrls['kind'];
  readonly subject: string | null;
  readonly note: string;
  readonly until: string;
  readonly addedAt: number;
  readonly addedBy: string;
}

/** Thresholds and ignore rules of the audit. */
export function auditSettingsTable(db: WriteDb) {
  const thresholds = db.prepare(
    `SELECT substr(check_id, 1, ${longestId}) AS "check", substr(name, 1, ${longestId}) AS name, value FROM audit_threshold
     ORDER BY check_id, name LIMIT ${mostThresholds + 1}`,
  );
  const rules = db.prepare(
    `SELECT id, substr(check_id, 1, ${longestId}) AS "check", kind,
       CASE WHEN length(subject) <= ${longestSubject} THEN subject END AS subject, substr(note, 1, ${longestNote}) AS note,
       substr(until, 1, 10) AS until, added_at AS addedAt, substr(added_by, 1, ${longestId}) AS addedBy
     FROM audit_ignore ORDER BY id LIMIT ${mostIgnoreRules + 1}`,
  );
  const count = db.prepare('SELECT count(*) FROM audit_ignore').pluck();
  const dropThresholds = db.prepare('DELETE FROM audit_threshold');
  const addThreshold = db.prepare('INSERT INTO audit_threshold (check_id, name, value) VALUES (?, ?, ?)');
  const addRule = db.prepare(
    'INSERT INTO audit_ignore (check_id, kind, subject, note, until, added_at, added_by) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const changeRule = db.prepare(
    'UPDATE audit_ignore SET check_id = ?, kind = ?, subject = ?, note = ?, until = ?, added_by = ? WHERE id = ?',
  );
  const dropRule = db.prepare('DELETE FROM audit_ignore WHERE id = ?');

  return {
    /** What the file says, as far as it has the right form. Whether checks and thresholds exist is not looked at. */
    read(): StoredAuditSettings {
      const problems: string[] = [];
      const limits: Record<string, Record<string, number>> = {};
      const rows = thresholds.all() as ThresholdRow[];
      if (rows.length > mostThresholds)
        problems.push(`The file has more than ${mostThresholds} thresholds. The others are not used.`);
      for (const { check, name, value } of rows.slice(0, mostThresholds)) {
        if (Number.isFinite(value)) limits[check] = { ...limits[check], [name]: value };
        else problems.push(`The threshold ${check}.${name} is not a number. Its default is used.`);
      }
      return { limits, rules: readRules(rules.all() as RuleRow[], problems), problems };
    },
    ruleCount: (): number => count.get() as number,
    setLimits(limits: StoredAuditSettings['limits']): void {
      dropThresholds.run();
      for (const [check, named] of Object.entries(limits))
        for (const [name, value] of Object.entries(named)) addThreshold.run(check, name, value);
    },
    /** Returns the id of the rule. */
    addRule: ({ check, where, note, until, addedAt, addedBy }: IgnoreRule): number =>
      Number(addRule.run(check, where.kind, subjectOf(where), note, until, addedAt, addedBy).lastInsertRowid),
    /** False if there is no such rule. */
    changeRule: (id: number, { check, where, note, until, addedBy }: Omit<IgnoreRule, 'addedAt'>): boolean =>
      changeRule.run(check, where.kind, subjectOf(where), note, until, addedBy, id).changes > 0,
    /** False if there was no such rule. */
    removeRule: (id: number): boolean => dropRule.run(id).changes > 0,
  };
}
export type AuditSettingsTable = ReturnType<typeof auditSettingsTable>;

function readRules(rows: readonly RuleRow[], problems: string[]): StoredIgnoreRule[] {
  if (rows.length > mostIgnoreRules)
    problems.push(`The file has more than ${mostIgnoreRules} ignore rules. The others are not used.`);
  const read: StoredIgnoreRule[] = [];
  let length = 0;
  for (const { kind, subject, ...row } of rows.slice(0, mostIgnoreRules)) {
    length += subject?.length ?? 0;
    if (subject === null || length > longestSubjects) problems.push(`Ignore rule ${row.id} is too long. It is not used.`);
    else read.push({ ...row, addedAt: Math.min(latest, Math.max(0, row.addedAt)), where: urlsOf(kind, subject) });
  }
  return read;
}

function subjectOf(where: IgnoredUrls): string {
  switch (where.kind) {
    case 'all':
      return '';
    case 'urls':
      return where.urls.join('\n');
    case 'prefix':
      return where.prefix;
    case 'pattern':
      return where.pattern;
  }
}

function urlsOf(kind: IgnoredUrls['kind'], subject: string): IgnoredUrls {
  switch (kind) {
    case 'all':
      return { kind };
    case 'urls':
      return { kind, urls: subject.split('\n').filter(url => url !== '') };
    case 'prefix':
      return { kind, prefix: subject };
    case 'pattern':
      return { kind, pattern: subject };
  }
}
