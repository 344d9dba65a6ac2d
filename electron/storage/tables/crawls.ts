import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import type { CrawlSettings, CrawlState } from '#shared/model/crawl.ts';
import type { WriteDb } from '../file/handle.ts';
import { readStoredSettings } from './stored-settings.ts';

export interface CrawlRow {
  readonly state: CrawlState;
  readonly detail: string;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly settingsId: number;
  readonly owner: string | null;
  readonly heartbeatAt: number | null;
}

/** Kind of the event of a run that reached the limit for stored pages. */
export const storedLimitEvent = 'stored-limit';
/** Kinds of events: settings of one run, with their id and rules; a run that renders, with its pages. */
export const lentEvent = 'rendering-rules';
const renderedEvent = 'rendering';

/** For a file without a crawl. One is left if the program is killed just as it makes the file. */
export const noCrawlIn = (name: string): string =>
  `${name} contains no crawl. If its crawl was killed just as it began, delete the file and start the crawl again.`;

/** A name as files of strangers may have it: without folders, and short. */
const nameOnly = (text: string): string => (text.split(/[\\/]/).at(-1) ?? '').slice(0, 200);

/** The crawl itself: its state, its settings versions and its event log. */
export function crawlTable(db: WriteDb) {
  const read = db.prepare(
    `SELECT state, detail, created_at AS createdAt, started_at AS startedAt, ended_at AS endedAt,
       settings_id AS settingsId, owner, heartbeat_at AS heartbeatAt FROM crawl WHERE id = 1`,
  );
  const readSettings = db.prepare('SELECT json FROM settings WHERE id = ?').pluck();
  const settingsSince = db.prepare('SELECT id FROM settings WHERE id >= ? ORDER BY id').pluck();
  const firstSettings = db.prepare('SELECT min(id) FROM settings').pluck();
  const settingsVersion = db.prepare('SELECT at, json FROM settings WHERE id = ?');
  const addSettings = db.prepare('INSERT INTO settings (at, json) VALUES (?, ?)');
  const create = db.prepare(`INSERT INTO crawl (id, created_at, app_version, state, settings_id) VALUES (1, ?, ?, 'new', ?)`);
  const setState = db.prepare(
    `UPDATE crawl SET state = @state, detail = @detail, started_at = coalesce(started_at, @startedAt), ended_at = @endedAt,
       owner = @owner, heartbeat_at = @at WHERE id = 1`,
  );
  const heartbeat = db.prepare('UPDATE crawl SET heartbeat_at = ? WHERE id = 1');
  const useSettings = db.prepare('UPDATE crawl SET settings_id = ? WHERE id = 1');
  const event = db.prepare('INSERT INTO event (at, kind, detail) VALUES (?, ?, ?)');
  const demo = db.prepare(`SELECT detail FROM event WHERE kind = 'demo' LIMIT 1`).pluck();
  const lastEvent = db.prepare('SELECT at, detail FROM event WHERE kind = ? ORDER BY id DESC LIMIT 1');
  const details = db.prepare('SELECT detail FROM event WHERE kind = ? ORDER BY id LIMIT ?').pluck();
  const lastRun = db
    .prepare(`SELECT kind FROM event WHERE kind IN ('running', '${renderedEvent}') ORDER BY id DESC LIMIT 1`)
    .pluck();
  const states = db.prepare(
    `SELECT at, kind FROM event WHERE kind IN ('new', 'running', 'paused', 'stopped', 'finished', 'interrupted', 'failed') ORDER BY id`,
  );
  /** The last settings read, cached because every status request needs them. */
  let settingsRead: { readonly id: number; readonly json: unknown; readonly settings: CrawlSettings } | null = null;
  return {
    /** Total running time of the crawl. A span without an end lasts until `until`. */
    runningMs(until: number): number {
      let sum = 0;
      let since: number | null = null;
      for (const { at, kind } of states.iterate() as IterableIterator<{ at: number; kind: string }>) {
        // Two starts without an end between them: the program crashed during that span, at an unknown time.
        if (kind === 'running') since = at;
        else if (since !== null) {
          sum += Math.max(0, at - since);
          since = null;
        }
      }
      return sum + (since === null ? 0 : Math.max(0, until - since));
    },
    read: (): CrawlRow | undefined => read.get() as CrawlRow | undefined,
    /** A version of the settings. Throws "damaged" if it is malformed. */
    settings(id: number): CrawlSettings {
      const json = readSettings.get(id);
      if (settingsRead?.id === id && settingsRead.json === json) return settingsRead.settings;
      const settings = readStoredSettings(json, basename(db.name));
      settingsRead = { id, json, settings };
      return settings;
    },
    /** Id of the first version of the settings; null where none is stored. */
    firstSettings: (): number | null => firstSettings.get() as number | null,
    /** Ids of the settings versions from this one on. */
    settingsSince: (id: number): readonly number[] => settingsSince.all(id) as number[],
    /** A version of the settings as stored, and its start time. */
    settingsVersion: (id: number): { at: number; json: string } | null =>
      (settingsVersion.get(id) as { at: number; json: string } | undefined) ?? null,
    create(at: number, version: string, settings: CrawlSettings): number {
      const id = Number(addSettings.run(at, JSON.stringify(settings)).lastInsertRowid);
      create.run(at, version, id);
      event.run(at, 'crawl-id', randomBytes(16).toString('hex'));
      return id;
    },
    /** A random id of this crawl, identical in every copy of the file. Older files have none until `nameCrawl` runs. */
    crawlId: (): string => (lastEvent.get('crawl-id') as { readonly detail: string } | undefined)?.detail ?? '',
    nameCrawl: (at: number): void => void event.run(at, 'crawl-id', randomBytes(16).toString('hex')),
    /** Hours between automatic checks of robots.txt: a whole number from 1 hour to a month, or 0 if they are off. */
    checkEveryHours(): number {
      const hours = Number((lastEvent.get('robots-check-every') as { readonly detail: string } | undefined)?.detail ?? 0);
      return hours > 0 ? Math.min(Math.max(1, Math.round(hours)), 720) : 0;
    },
    /** Name of the crawl file that the audit was compared with last, '' for none. A name, not a path: the file may be given away. */
    lastBaseline: (): string =>
      nameOnly((lastEvent.get('audit-baseline') as { readonly detail: string } | undefined)?.detail ?? ''),
    /** Stores a new settings version. Later decisions refer to it. */
    changeSettings(at: number, settings: CrawlSettings): number {
      const id = Number(addSettings.run(at, JSON.stringify(settings)).lastInsertRowid);
      useSettings.run(id);
      return id;
    },
    /** Stores a settings version that is never in force: decisions of one run refer to it. `rules`: what it allows, for the event. */
    lendSettings(at: number, settings: CrawlSettings, rules: string): number {
      const id = Number(addSettings.run(at, JSON.stringify(settings)).lastInsertRowid);
      event.run(at, lentEvent, `${id} ${rules}`);
      return id;
    },
    /** Whether the last run rendered pages that the user had asked for, and did not crawl. */
    lastRunRendered: (): boolean => lastRun.get() === renderedEvent,
    /** This run renders pages and does not crawl. Call it after `setState`. */
    ranToRender: (at: number, pages: number): void => void event.run(at, renderedEvent, String(pages)),
    setState(at: number, state: CrawlState, detail: string, owner: string | null): void {
      setState.run({
        at,
        state,
        detail,
        owner,
        startedAt: state === 'running' ? at : null,
        endedAt: state === 'running' ? null : at,
      });
      event.run(at, state, detail);
    },
    /** Address of the built-in demo site if this crawl is of the demo, otherwise null. */
    demoUrl: (): string | null => (demo.get() as string | undefined) ?? null,
    heartbeat: (at: number): void => void heartbeat.run(at),
    lastEvent: (kind: string) => lastEvent.get(kind) as { readonly at: number; readonly detail: string } | undefined,
    /** What the first events of a kind say, at most so many. */
    events: (kind: string, most: number): readonly string[] => details.all(kind, most) as string[],
    event: (at: number, kind: string, detail: string): void => void event.run(at, kind, detail),
  };
}
