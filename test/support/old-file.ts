import BetterSqlite3 from 'better-sqlite3';
import { applicationId } from '#storage/file/first-bytes.ts';
import { sql as first } from '#storage/migrations/0001-crawl-file.ts';
import { sql as second } from '#storage/migrations/0002-drafts.ts';
import { sql as third } from '#storage/migrations/0003-robots-sources.ts';
import { sql as fourth } from '#storage/migrations/0004-inlink-blocks.ts';
import { newPath } from './crawling.ts';

/** URLs of an old file. */
export const oldPages = 60;

/**
 * A file as an earlier version left it: URLs 1 to 60, each with a decision, and with links, from version 4 on some of them in a
 * block.
 */
export function oldFile(version: 1 | 4): { readonly path: string; readonly links: unknown[][] } {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma(`application_id = ${applicationId}`);
  db.exec(first);
  if (version === 4) for (const step of [second, third, fourth]) db.exec(step);
  db.pragma('foreign_keys = OFF');
  db.exec(`INSERT INTO link_kind VALUES (1, 'a'), (2, 'image');
    INSERT INTO settings VALUES (1, 1, '{}');
    INSERT INTO crawl (id, created_at, app_version, state, settings_id) VALUES (1, 1, 'old', 'stopped', 1)`);
  const url =
    db.prepare(`INSERT INTO url (id, url, hash, state, decision_id, reason, may_fetch, may_list, links_followed, depth, discovered_at, via, inlinks)
    VALUES (?, ?, ?, 'done', ?, 'fetched', 'yes', 'yes', 'yes', 1, 1, 'link', 5)`);
  const decision = db.prepare(
    `INSERT INTO decision (id, url_id, at, stage, verdict, reason, rule, evidence, trace, settings_id) VALUES (?, ?, 1, 'fetch', 'accept', 'fetched', 'outcome', '[]', '', 1)`,
  );
  const link = db.prepare('INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (let id = 1; id <= oldPages; id++) {
    url.run(id, `http://a.test/${id}`, id, id);
    decision.run(id, id);
    for (let seq = 0; seq < id % 7; seq++)
      link.run(
        id,
        seq,
        1 + ((id * 31 + seq * 17) % oldPages),
        1 + (seq % 2),
        seq % 3 ? '' : 'nofollow',
        `Text ${seq} \u00e9`,
        seq * 50,
        seq * 50 + 30,
      );
  }
  if (version === 4)
    db.exec(`INSERT INTO inlink_block VALUES (1), (2);
      INSERT INTO inlink SELECT 1 + (from_id > 30), to_id, from_id, seq FROM link WHERE from_id <= 50;
      INSERT INTO inlink_waiting SELECT DISTINCT from_id FROM link WHERE from_id > 50;`);
  db.pragma(`user_version = ${version}`);
  const links = db.prepare('SELECT * FROM link ORDER BY from_id, seq').raw().all() as unknown[][];
  db.close();
  return { path, links };
}
