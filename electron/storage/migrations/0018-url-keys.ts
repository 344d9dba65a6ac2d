import type { Database } from 'better-sqlite3';
import { UrlKeys } from '../tables/url-keys.ts';

const tables = `
-- the secret of the prints in url_key, random for each crawl
CREATE TABLE url_key_secret (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL
) STRICT;
-- runs of prints, in the order in which their URLs were stored
CREATE TABLE url_key_run (
  id INTEGER PRIMARY KEY,
  level INTEGER NOT NULL,
  -- prints of the run
  prints INTEGER NOT NULL,
  -- the prints of a run are spread over this many rows of url_key
  chunks INTEGER NOT NULL,
  -- greatest url id
  last_id INTEGER NOT NULL
) STRICT;
-- id: run id * 65536 + number of the chunk
CREATE TABLE url_key (
  id INTEGER PRIMARY KEY,
  prints BLOB NOT NULL
) STRICT;
`;

/** Adds keyed prints of all URLs, from which a resumed crawl loads the ids of URLs without reading their rows. */
export function migrate(db: Database): void {
  db.exec(tables);
  new UrlKeys(db).fill();
}

/** Readers of an older file find URLs by `url.hash`. */
export const standIn = '';
