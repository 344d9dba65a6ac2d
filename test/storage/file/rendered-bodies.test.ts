import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { copyNow } from '#engine/exports/copy.ts';
import { repairInSlices } from '#engine/exports/repair.ts';
import { openForAudit } from '#engine/file-audit/audit-file.ts';
import { hasLosses } from '#shared/explain/repaired.ts';
import { unpackFile } from '#storage/file/unpack.ts';
import { column, faults, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { fakeRenderer } from '../../support/fake-renderer.ts';
import { linksTo, page } from '../../support/site.ts';

const tables = ['rendering', 'render_request', 'render_log', 'resource'] as const;
const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });
const options = { openBrowser: async () => fakeRenderer() };

/** `/plain` renders to the bytes of its response; `/twin` renders to the bytes of the response of `/written`. */
async function rendered() {
  const server = await site({
    '/': `${linksTo('/plain', '/twin', '/written')}<script src="/app.js"></script>`,
    '/plain': page('<p>plain</p>'),
    '/twin': '<p>one</p><script src="/app.js"></script>',
    '/written': '<p>one</p><script src="/app.js"></script><p>two</p>',
    '/app.js': script('append <p>two</p>', 'error Something'),
  });
  const session = newSession([server.url('/')], { render: 'all', renderScreenshots: true, delayMs: 0, checkDelayMs: 0 }, options);
  expect(await session.run()).toBe('finished');
  return { server, session, path: session.path, target: join(dirname(session.path), 'other.crawl') };
}

type Crawled = Awaited<ReturnType<typeof rendered>>;

const htmlOf = ({ session, server }: Pick<Crawled, 'session' | 'server'>, name: string) => {
  const [id] = column(session, `SELECT id FROM url WHERE url = '${server.url(name)}'`);
  return session.rendering(id as number, 'obeying')?.html() ?? null;
};

const isStored = ({ session, server }: Crawled, name: string) =>
  column(
    session,
    `SELECT length(coalesce(k.bytes, b.bytes)) > 0 FROM fetches f JOIN bodies b ON b.hash = f.body_hash LEFT JOIN body_block k ON k.id = b.block_id
     WHERE f.target = '${server.url(name)}'`,
  )[0] === 1;

function differences(path: string): unknown[] {
  const file = openForAudit(path);
  const found: unknown[] = [];
  try {
    const steps = file.run(each => void found.push(each));
    while (steps.next().done !== true);
  } finally {
    file.close();
  }
  return found;
}

describe('bodies of rendered pages', () => {
  test('are dropped and counted with those of responses, and what renderings found out stays', async () => {
    const crawled = await rendered();
    const { session } = crawled;
    const before = tables.map(table => rows(session, `SELECT * FROM ${table} ORDER BY 1, 2`));
    // Responses: 4 pages and a script. Documents: 4, of which 2 are responses. 1 screenshot, the same for all pages.
    const wish = { before: null, filter: null };
    expect(session.countBodies(wish).bodies).toBe(5 + 2 + 1);
    expect(await session.dropBodies(wish, () => 'go-on')).toMatchObject({ bodies: 8 });
    expect(htmlOf(crawled, '/')).toBeNull();
    expect(tables.map(table => rows(session, `SELECT * FROM ${table} ORDER BY 1, 2`))).toEqual(before);
    expect(session.countBodies(wish).bodies).toBe(0);
    expect(faults(session)).toEqual([]);
    await session.close();
    expect(differences(session.path)).toEqual([]);
  });

  test('stay while a response or a rendering that is kept needs them', async () => {
    const crawled = await rendered();
    const { session } = crawled;
    // The document of the twin is the body of another page's response.
    const document = htmlOf(crawled, '/twin');
    expect(Buffer.from(document as Uint8Array).toString()).toBe('<p>one</p><script src="/app.js"></script><p>two</p>');
    await session.dropBodies({ before: null, filter: 'inurl:/written' }, () => 'go-on');
    expect(htmlOf(crawled, '/twin')).toEqual(document);
    expect(isStored(crawled, '/written')).toBe(true);
    expect(htmlOf(crawled, '/written')).toBeNull();
    await session.dropBodies({ before: null, filter: 'inurl:/plain' }, () => 'go-on');
    expect(isStored(crawled, '/plain')).toBe(false);
    await session.dropBodies({ before: null, filter: 'inurl:/twin' }, () => 'go-on');
    // Its response is still that of the other page.
    expect(isStored(crawled, '/written')).toBe(true);
    expect(isStored(crawled, '/twin')).toBe(false);
    expect(faults(session)).toEqual([]);
  });

  test('of a time stay with the rendering that is younger', async () => {
    const crawled = await rendered();
    const { session } = crawled;
    await session.close();
    const db = new BetterSqlite3(session.path);
    db.exec('UPDATE fetch_row SET started_at = 1');
    db.close();
    const again = { ...crawled, session: reopen(session.path) };
    await again.session.dropBodies({ before: 2, filter: null }, () => 'go-on');
    expect(isStored(again, '/plain')).toBe(true);
    expect(isStored(again, '/twin')).toBe(false);
    expect(htmlOf(again, '/')).not.toBeNull();
  });

  test('a page whose script was dropped requests it again', async () => {
    const { session, server } = await rendered();
    await session.dropBodies({ before: null, filter: 'inurl:app.js' }, () => 'go-on');
    const [id] = column(session, `SELECT id FROM url WHERE url = '${server.url('/twin')}'`);
    await session.render({ urls: [id as number], variant: 'obeying', isOffline: false });
    expect(server.paths().filter(path => path === '/app.js')).toHaveLength(2);
    expect(faults(session)).toEqual([]);
  });
});

describe('other files of a crawl with rendered pages', () => {
  const read = (path: string) => {
    const db = new BetterSqlite3(path, { readonly: true });
    try {
      return tables.map(table => {
        const all = db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as Record<string, unknown>[];
        return all.map(({ facts: _packed, ...row }) => row);
      });
    } finally {
      db.close();
    }
  };

  test('a repaired file, a snapshot and an unpacked copy have all rows and bodies', async () => {
    const crawled = await rendered();
    const { session, path, target } = crawled;
    const documents = ['/', '/plain', '/twin'].map(name => htmlOf(crawled, name));
    await session.close();
    const before = read(path);
    expect(before.every(table => table.length > 0)).toBe(true);
    const repaired = await repairInSlices(path, target, () => 'go-on');
    expect(repaired && hasLosses(repaired)).toBe(false);
    const copy = `${target}.copy.crawl`;
    await copyNow(path, copy, () => 'go-on');
    for (const other of [target, copy]) {
      expect(read(other)).toEqual(before);
      const opened = { ...crawled, session: reopen(other) };
      expect(['/', '/plain', '/twin'].map(name => htmlOf(opened, name))).toEqual(documents);
      expect(faults(opened.session)).toEqual([]);
    }
    const unpacked = `${target}.sqlite`;
    const steps = unpackFile(path, unpacked);
    while (steps.next().done !== true);
    expect(read(unpacked)).toEqual(before);
    expect(differences(target)).toEqual([]);
  });

  test('a repaired file has nothing of a lost rendering, and marks a lost document as lost', async () => {
    const { session, path, target } = await rendered();
    await session.close();
    const db = new BetterSqlite3(path);
    db.pragma('foreign_keys = OFF');
    const [first, second] = db.prepare('SELECT id, html_hash FROM rendering ORDER BY id').all() as {
      id: number;
      html_hash: Buffer;
    }[];
    db.prepare('DELETE FROM rendering WHERE id = ?').run(second?.id);
    db.prepare('DELETE FROM body WHERE hash = ?').run(first?.html_hash);
    db.prepare('DELETE FROM block_body WHERE hash = ?').run(first?.html_hash);
    db.prepare("DELETE FROM fetch_row WHERE purpose = 'resource'").run();
    db.exec("UPDATE rendering SET state = 'leased' WHERE id = (SELECT max(id) FROM rendering)");
    db.close();
    expect(differences(path).length).toBeGreaterThan(0);
    await repairInSlices(path, target, () => 'go-on');
    const fixed = reopen(target, options);
    expect(column(fixed, 'SELECT count(*) FROM render_request WHERE rendering_id NOT IN (SELECT id FROM rendering)')).toEqual([
      0,
    ]);
    expect(column(fixed, 'SELECT count(*) FROM render_log WHERE rendering_id NOT IN (SELECT id FROM rendering)')).toEqual([0]);
    expect(column(fixed, 'SELECT count(*) FROM resource')).toEqual([0]);
    expect(column(fixed, "SELECT count(*) FROM rendering WHERE state = 'leased'")).toEqual([0]);
    expect(
      column(fixed, `SELECT length(bytes) FROM body WHERE hex(hash) = '${first?.html_hash.toString('hex').toUpperCase()}'`),
    ).toEqual([0]);
    expect(faults(fixed)).toEqual([]);
    await fixed.run();
    // The lost one is rendered again.
    expect(column(fixed, "SELECT count(*) FROM rendering WHERE state = 'done'")).toEqual([4]);
  });
});
