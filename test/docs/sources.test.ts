import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { createSession } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { quick } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { type Site, startSite } from '../support/site.ts';
import { closedSite, exampleSite, framesSite } from '../support/sources-site.ts';
import { tempFolder } from '../support/temp.ts';

/** docs/sources.md says which command shows what the source documents say. Each of its rows is run here. */

const text = readFileSync('docs/sources.md', 'utf8');
/** `| what | \`crawlscope …\` | \`words of the output\` |` */
const rows = [...text.matchAll(/^\| (.+?) \| `crawlscope (.+?)` \| `(.+?)` \|$/gm)].map(
  ([, what = '', command = '', words = '']) => ({
    what,
    command,
    words,
  }),
);

let folder = '';
const sites: Site[] = [];

async function crawled(name: string, pages: Parameters<typeof startSite>[0], settings: Partial<CrawlSettings>, twin = false) {
  const site = await startSite(pages);
  sites.push(site);
  const seeds = [site.url('/'), ...(twin ? [`${site.origin.replace('127.0.0.1', 'localhost')}/twin`] : [])];
  const session = createSession(join(folder, name), { ...quick, ...settings, seeds });
  await session.run();
  await session.close();
}

beforeAll(async () => {
  folder = tempFolder();
  await crawled('example.crawl', exampleSite, {}, true);
  await crawled('frames.crawl', framesSite, { profile: 'slurp' });
  await crawled('closed.crawl', closedSite, { profile: 'slurp' });
  return async () => {
    for (const site of sites) await site.close();
  };
});

/** The words of a command; those between quotes are one. */
const argvOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => {
    const plain = quoted ?? word ?? '';
    return plain.endsWith('.crawl') ? join(folder, plain) : plain;
  });

it('every row of the seeds is there: a command, or when it comes', () => {
  const all = text.split('\n').filter(line => /^\| (?!---|The source)/.test(line));
  const later = all.filter(line => /\| later: /.test(line));
  const others = all.filter(line => /\| no command: /.test(line));
  expect(all).toHaveLength(118);
  expect(rows.length + later.length + others.length).toBe(118);
  expect(later.length).toBeLessThanOrEqual(3);
  expect(others.length).toBeLessThanOrEqual(1);
});

it.each(rows)('$what', async ({ command, words }) => {
  const { code, out, err } = await runInProcess(argvOf(command), { engine });
  expect(code).not.toBe(3);
  // Tables and long lines are broken and padded.
  const shown = `${out}\n${err}`.replace(/\s+/g, ' ');
  expect(shown, command).toContain(words.replace(/\s+/g, ' '));
});
