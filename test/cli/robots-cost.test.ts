import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import type { PageRequest } from '#shared/model/rendering.ts';
import { audited } from '#test/support/audited.ts';
import { runInProcess } from '#test/support/memory-io.ts';
import { comparedPages } from '#test/support/rendered-page.ts';
import { renderedRows } from '#test/support/rendered-rows.ts';
import { tempFolder } from '#test/support/temp.ts';

const origin = 'https://shop.test';
const run = (...argv: string[]) => runInProcess(argv, { engine });
const robots = 'User-agent: *\nDisallow: /assets/\n';
const raw = '<html><head><title>Wait</title></head><body><main><a href=/list>List</a></main></body></html>';
const freed = raw.replace('</main>', ' More words here <a href=/new>New</a> <a href=/list>List</a></main>');
const request: PageRequest = {
  ...{ seq: 1, url: `${origin}/assets/app.js`, method: 'GET', type: 'script', initiator: { kind: 'other' }, outcome: 'blocked' },
  ...{ detail: 'resource-blocked', status: null, fetch: null, bytes: 0, startedMs: 0, endedMs: 1 },
};

/** A crawl of a shop: `/` was rendered twice, `/list` once. */
async function crawl(isRendered: boolean): Promise<string> {
  const lineOf = () => ({ version: 1, line: 2, rule: 'Disallow: /assets/' });
  const obeying = (path: string) => comparedPages(raw, raw, { url: origin + path, outcome: { requests: [request] }, lineOf });
  const once = { [`${origin}/`]: obeying('/'), [`${origin}/list`]: obeying('/list') };
  const again = { [`${origin}/`]: comparedPages(raw, freed, { url: `${origin}/` }) };
  const { path } = await audited({ '/robots.txt': robots, '/': raw, '/list': raw }, [], {
    settings: { sitemaps: false },
    seeds: [`${origin}/`],
    routes: { [origin]: '' },
    sql: isRendered ? `${renderedRows(once)}\n${renderedRows(again, { variant: 'freed' })}` : '',
  });
  return path;
}

describe('robots cost', () => {
  it('says what a blocked script costs, which page is unknown, and that counts are at least', async () => {
    const path = await crawl(true);
    const shown = await run('robots', 'cost', path);
    expect(shown.out).toContain('2 rendered pages, 2 of them with resources that robots.txt blocks; 1 rendered a second time');
    expect(shown.out).toContain('cost links to at least 1 URL, 1 of them reached only this way, and 5 words of text');
    expect(shown.out).toContain(`${origin}/assets/app.js (line 2: Disallow: /assets/): 2 pages; alone explains at least 1 URL`);
    expect(shown.out).toContain(`${origin}/new  (only this way)`);
    expect(shown.out).toContain(`${origin}/list: 1 blocked resource; unknown: not rendered a second time`);
    const one = await run('robots', 'cost', path, '--url', `${origin}/`, '--json');
    expect(JSON.parse(one.out)).toMatchObject({ rendered: 1, known: 1, is_at_least: false, total: { links: 1, only_so: 1 } });
  });

  it('says what a draft brings back', async () => {
    const path = await crawl(true);
    const draft = join(tempFolder(), 'draft.txt');
    writeFileSync(draft, 'User-agent: *\nDisallow: /assets/old\n');
    const shown = await run('robots', 'whatif', path, '--robots', draft);
    expect(shown.out).toContain(
      'The draft allows blocked resources of 2 rendered pages: links to at least 1 URL come back, 1 of them reached only this way (1 page unknown without a second rendering).',
    );
    const json = await run('robots', 'whatif', path, '--robots', draft, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ rendered: { pages: 2, links: 1, unknown: 1, is_at_least: true } });
    writeFileSync(draft, robots);
    expect((await run('robots', 'whatif', path, '--robots', draft)).out).not.toContain('rendered page');
  });

  it('says that no page was rendered', async () => {
    const path = await crawl(false);
    expect((await run('robots', 'cost', path)).out).toContain('No page of this crawl was rendered.');
  });
});
