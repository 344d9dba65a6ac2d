import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDemoSite } from '#demo/server.ts';
import { settingsForDemo } from '#engine/session/demo.ts';
import { createSession } from '#engine/session/session.ts';
import { columnMeaning } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { createDatabase } from '#storage/file/database.ts';
import { schemaVersion } from '#storage/file/migrate.ts';
import { tempFolder } from '../support/temp.ts';
import { withoutWaits } from '../support/waitless-clock.ts';

const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/crawl-file.md'), 'utf8');
const sections = page.split(/^## /m).slice(1);
const queries = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(match => match[1] ?? '');

/** Names between backticks, without SQL and indented blocks. */
const namesIn = (text: string): Set<string> =>
  new Set([...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? ''));

describe('docs/crawl-file.md', () => {
  it('names every table and view of the crawl file in a heading, and all of its columns below it', () => {
    const db = createDatabase(join(tempFolder(), 'empty.crawl'));
    try {
      const named = db.prepare(`SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'`);
      const missing: string[] = [];
      for (const name of named.pluck().all() as string[]) {
        const section = sections.find(text => namesIn(text.slice(0, text.indexOf('\n'))).has(name));
        if (section === undefined) {
          missing.push(name);
          continue;
        }
        const words = namesIn(section);
        const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name) as string[];
        missing.push(...columns.filter(column => !words.has(column)).map(column => `${name}.${column}`));
      }
      expect(missing).toEqual([]);
    } finally {
      db.close();
    }
  });

  it('says of every column of a list of URLs what the table of columns says', () => {
    const urls = sections.find(text => text.startsWith('`urls`')) ?? '';
    for (const column of urlColumns) expect(urls).toContain(`\n| \`${column.name}\` | ${columnMeaning(column)}`);
  });

  it('gives the marks that the file carries', () => {
    const db = createDatabase(join(tempFolder(), 'empty.crawl'));
    try {
      expect(page).toContain(`| ${String(db.pragma('application_id', { simple: true }))}, \`CRSC\``);
      expect(page).toContain(`| ${schemaVersion}: version of the schema`);
      expect(page).toContain(`| page size | ${String(db.pragma('page_size', { simple: true }))} |`);
    } finally {
      db.close();
    }
  });

  it('has queries that all run on a crawl, and find something but the one that names an example URL', async () => {
    const site = await startDemoSite();
    const settings = { ...settingsForDemo(site.url), profile: 'generic-rfc9309', delayMs: 0, maxAttempts: 1 } as const;
    const session = createSession(join(tempFolder(), 'demo.crawl'), settings, withoutWaits());
    try {
      await session.run();
      const found = queries.map(query => [...session.sql(query, { timeMs: 5_000, maxRows: 10_000 }).rows].length);
      expect(queries.length).toBeGreaterThan(8);
      expect(queries.filter((_, index) => found[index] === 0)).toEqual([expect.stringContaining('https://example.com/')]);
    } finally {
      await session.close();
      await site.close();
    }
  });
});
