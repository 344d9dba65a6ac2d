import { backoffEnd } from '#core/frontier/host-clock.ts';
import { originOf } from '#core/url/authority.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { WriteDb } from '../file/handle.ts';

export interface OriginRecord {
  readonly id: number;
  readonly key: string;
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  robotsId: number | null;
  robotsCheckedAt: number | null;
  robotsExpiresAt: number | null;
  delayMs: number;
  delayLine: number;
  nextAt: number;
  backoffUntil: number;
  /** How long that wait was when it began; null: an older version stored it. */
  backoffMs: number | null;
  backoffCount: number;
  backoffDetail: string;
  busySince: number | null;
  pausedReason: string;
}

const dayMs = 86_400_000;
/** The longest lifetime of a robots.txt copy that the settings allow. */
const longestLifetimeMs = 7 * dayMs;

/**
 * Corrects timestamps that this program could not have written by now. A wrong system clock, or the author of the
 * file, may have set them. No wait exceeds a day, because Retry-After is cut to a day. A longer wait is cut to what it
 * was when it began; where the file does not say that, it is discarded, and the plain crawl delay of the host applies.
 * A robots.txt copy from the future, or older than any lifetime, counts as expired.
 */
function withSoundClocks(stored: OriginRecord, now: number): OriginRecord {
  const { key } = stored;
  if (!isOriginKey(key)) fail('refused', `The crawl file is damaged: the host “${String(key)}” cannot be read.`);
  const record = withSoundNumbers(stored);
  const checkedAt = record.robotsCheckedAt !== null && record.robotsCheckedAt <= now + dayMs ? record.robotsCheckedAt : null;
  const lifetimeMs = Math.max(longestLifetimeMs, 2 * record.delayMs);
  return {
    ...record,
    delayMs: Math.max(0, record.delayMs),
    nextAt: record.nextAt > now + Math.max(dayMs, record.delayMs) ? now + Math.max(0, record.delayMs) : record.nextAt,
    backoffUntil:
      record.backoffUntil <= now + dayMs ? record.backoffUntil : record.backoffMs === null ? 0 : backoffEnd(record, now),
    backoffCount: Math.min(Math.max(0, record.backoffCount), 1_000),
    robotsCheckedAt: checkedAt,
    robotsExpiresAt:
      checkedAt === null || record.robotsExpiresAt === null ? null : Math.min(record.robotsExpiresAt, checkedAt + lifetimeMs),
  };
}

/**
 * Whether the key is `scheme://host[:port]` as we write it. It determines where requests, including those for robots.txt, go. In another
 * spelling, it would be a host of its own, with a delay and a robots.txt of its own.
 */
const isOriginKey = (key: unknown): boolean => typeof key === 'string' && originOf(`${key}/`)?.key === key;

/** Clamps the numbers of the record to whole, non-negative values that SQLite can store again. */
function withSoundNumbers(record: OriginRecord): OriginRecord {
  const { delayMs, delayLine, nextAt, backoffUntil, backoffCount } = record;
  const numbers = { delayMs, delayLine, nextAt, backoffUntil, backoffCount };
  for (const [name, value] of Object.entries(numbers)) {
    if (typeof value !== 'number') fail('refused', `The crawl file is damaged: ${name} of ${record.key} is not a number.`);
    if (!Number.isSafeInteger(value) || value < 0)
      Object.assign(numbers, { [name]: value < 0 ? 0 : Math.min(Math.round(value), Number.MAX_SAFE_INTEGER) });
  }
  const { backoffMs } = record;
  const isWhole = typeof backoffMs === 'number' && Number.isSafeInteger(backoffMs) && backoffMs >= 0;
  return { ...record, ...numbers, backoffMs: isWhole ? Math.min(backoffMs, dayMs) : null };
}

/** Origins and their politeness timestamps, which are written before a request is sent and after its response has ended. */
export function originTable(db: WriteDb) {
  const columns = `id, key, scheme, host, port, robots_id AS robotsId, robots_checked_at AS robotsCheckedAt, robots_expires_at AS robotsExpiresAt,
    delay_ms AS delayMs, delay_line AS delayLine, next_at AS nextAt, backoff_until AS backoffUntil, backoff_ms AS backoffMs, backoff_count AS backoffCount,
    backoff_detail AS backoffDetail, busy_since AS busySince, paused_reason AS pausedReason`;
  const byKey = db.prepare(`SELECT ${columns} FROM origin WHERE key = ?`);
  const byId = db.prepare(`SELECT ${columns} FROM origin WHERE id = ?`);
  const insert = db.prepare('INSERT INTO origin (key, scheme, host, port) VALUES (@key, @scheme, @host, @port)');
  const save = db.prepare(
    `UPDATE origin SET robots_id = @robotsId, robots_checked_at = @robotsCheckedAt, robots_expires_at = @robotsExpiresAt, delay_ms = @delayMs,
       delay_line = @delayLine, next_at = @nextAt, backoff_until = @backoffUntil, backoff_ms = @backoffMs, backoff_count = @backoffCount, backoff_detail = @backoffDetail,
       busy_since = @busySince, paused_reason = @pausedReason WHERE id = @id`,
  );
  const withWork = db.prepare(
    `SELECT ${columns} FROM origin WHERE id IN (SELECT DISTINCT origin_id FROM url WHERE state = 'queued')
       OR id IN (SELECT origin_id FROM sitemap WHERE state = 'queued') ORDER BY id`,
  );
  const recover = db.prepare(
    'UPDATE origin SET next_at = max(next_at, @at + max(delay_ms, @ownMs)), busy_since = NULL WHERE busy_since IS NOT NULL',
  );
  const all = db.prepare('SELECT id, key FROM origin ORDER BY id');
  const asked = db.prepare('SELECT key FROM origin WHERE robots_id IS NOT NULL OR next_at > 0 ORDER BY id').pluck();
  const wasRequested = db.prepare('SELECT EXISTS (SELECT 1 FROM origin WHERE robots_id IS NOT NULL OR next_at > 0)').pluck();
  const sound = (row: unknown): OriginRecord | undefined =>
    row === undefined ? undefined : withSoundClocks(row as OriginRecord, Date.now());
  return {
    byKey: (key: string): OriginRecord | undefined => sound(byKey.get(key)),
    byId: (id: number): OriginRecord | undefined => sound(byId.get(id)),
    insert(origin: {
      readonly key: string;
      readonly scheme: string;
      readonly host: string;
      readonly port: number;
    }): OriginRecord {
      insert.run(origin);
      return byKey.get(origin.key) as OriginRecord;
    },
    save: (origin: OriginRecord): void => void save.run(origin),
    withWork: (): OriginRecord[] => (withWork.all() as OriginRecord[]).map(record => withSoundClocks(record, Date.now())),
    all: (): Pick<OriginRecord, 'id' | 'key'>[] => all.all() as Pick<OriginRecord, 'id' | 'key'>[],
    asked: (): string[] => asked.all() as string[],
    /** Whether any origin was requested. */
    wasRequested: (): boolean => wasRequested.get() === 1,
    /** After a crash, a request may have been in progress until now, so its origin waits a full delay from now. */
    recover: (at: number, ownMs: number): number => recover.run({ at, ownMs }).changes,
  };
}
export type OriginTable = ReturnType<typeof originTable>;
