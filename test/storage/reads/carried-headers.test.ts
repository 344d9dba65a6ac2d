import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { signalPages } from '#storage/reads/signal-pages.ts';
import { asVersion28 } from '../../support/as-version-28.mjs';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo } from '../../support/site.ts';

const marked = ['/m/1', '/m/2', '/m/3'];
const plain = ['/p/1', '/p/2', '/p/3'];

/** The paths of the pages whose headers the signals read, and how many responses have a kind. */
function readersOf(path: string): { paths: string[]; kinds: number } {
  const db = openDatabase(path, { readOnly: true });
  try {
    const pages = signalPages(db).after(0);
    const carrying = pages.filter(({ headers }) => headers.some(([name]) => name.toLowerCase() === 'x-robots-tag'));
    for (const { headers } of pages.filter(page => !carrying.includes(page))) expect(headers).toEqual([]);
    const hasKinds = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'fetch_kind'").get() !== undefined;
    return {
      paths: carrying.map(({ url }) => new URL(url).pathname).sort(),
      kinds: hasKinds
        ? (db
            .prepare('SELECT count(*) FROM fetch_row f JOIN url u ON u.fetch_id = f.id WHERE f.kind_id IS NOT NULL')
            .pluck()
            .get() as number)
        : 0,
    };
  } finally {
    db.close();
  }
}

describe('headers that the signals read', () => {
  it('are those of responses that carry a signal, in kinds, in own rows and in files of version 28', async () => {
    const tag = (path: string) => ({
      headers: { 'content-type': 'text/html', 'X-Robots-Tag': 'noindex' },
      body: `<title>${path}</title>`,
    });
    const { origin } = await site({
      '/': linksTo(...marked, ...plain),
      ...Object.fromEntries(marked.map(path => [path, tag(path)])),
      ...Object.fromEntries(plain.map(path => [path, `<title>${path}</title>`])),
    });
    const session = newSession([`${origin}/`]);
    await session.run();
    await session.close();
    const { paths, kinds } = readersOf(session.path);
    expect(paths).toEqual(marked);
    // The engine stores a kind when it occurs a second time: here two of each.
    expect(kinds).toBeGreaterThanOrEqual(4);
    expect(kinds).toBeLessThan(marked.length + plain.length + 1);
    asVersion28(session.path);
    expect(readersOf(session.path).paths).toEqual(marked);
  });
});
