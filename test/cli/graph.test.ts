import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { quick } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, page, redirect, startSite } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

let file = '';
let origin = '';
beforeAll(async () => {
  const site = await startSite({
    '/': page('<a href="/a?x=1&amp;y=%22">A</a>', '<a href=/b rel=nofollow>B</a>', '<a href=/b rel=nofollow>B</a>'),
    '/a?x=1&y=%22': page('<link rel=canonical href=/b>', '<a href=/moved>m</a>'),
    '/b': linksTo('https://elsewhere.example/'),
    '/moved': redirect('/b'),
  });
  origin = site.origin;
  file = join(tempFolder(), 'site.crawl');
  const session = engine.createSession(file, { ...quick, seeds: [site.url('/')], nofollowLinks: 'follow' });
  await session.run();
  await session.close();
  await site.close();
});

const run = (...argv: string[]) => runInProcess(['graph', file, ...argv]);
const paths = (text: string): string => text.replaceAll(origin, '');

describe('graph', () => {
  it('prints GraphML with scores, depths and escaped addresses', async () => {
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(out).toContain('<key id="node-score" for="node" attr.name="score" attr.type="double"/>');
    expect(paths(out)).toContain(
      '<node id="n2"><data key="node-url">/a?x=1&amp;y=%22</data><data key="node-status">200</data><data key="node-depth">1</data><data key="node-indexable">false</data></node>',
    );
    expect(out).toContain(
      '<edge source="n1" target="n3"><data key="edge-kind">a</data><data key="edge-nofollow">true</data><data key="edge-count">2</data></edge>',
    );
    expect(out).toMatch(/<edge source="n\d" target="n3"><data key="edge-kind">redirect</);
    expect(out.match(/<node /g)).toHaveLength(5);
    expect(out.endsWith('</graphml>\n')).toBe(true);
    expect(out).toContain('<data key="node-url">https://elsewhere.example/</data>');
  });

  it('prints edges and nodes as lists', async () => {
    expect(paths((await run('--format', 'csv')).out)).toBe(
      [
        'source,target,kind,nofollow,count',
        '/,/a?x=1&y=%22,a,false,1',
        '/,/b,a,true,2',
        '/a?x=1&y=%22,/moved,a,false,1',
        '/b,https://elsewhere.example/,a,false,1',
        '/moved,/b,redirect,false,1',
        '',
      ].join('\r\n'),
    );
    expect(paths((await run('--kinds', 'canonical', '--format', 'csv')).out)).toBe(
      'source,target,kind,nofollow,count\r\n/a?x=1&y=%22,/b,canonical,false,1\r\n',
    );
    const nodes = (await run('--nodes', '--format', 'jsonl', '--kinds', 'canonical')).out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(nodes.map(({ url, depth, score }) => [paths(url), depth, score])).toEqual([
      ['/', 0, 0],
      ['/a?x=1&y=%22', 1, null],
      ['/b', 1, 100],
      ['/moved', 2, null],
    ]);
  });

  it('prints lists, the path to a URL and what is behind it', async () => {
    expect(paths((await run('--list', 'dominators', '--format', 'csv', '--limit', '1')).out)).toBe(
      'url,behind,behind_indexable,status,depth,score,may_fetch,nearest\r\n/,4,1,200,0,0,yes,\r\n',
    );
    expect(paths((await run('--behind', '/a?x=1&y=%22', '--format', 'csv')).out)).toBe('url\r\n/moved\r\n');
    const text = paths((await run('--path', '/moved')).out);
    expect(text).toBe(
      [
        '/moved',
        'Link score: none. Links to it count for /b',
        'Shortest path: 2 steps from a start URL',
        '  /  “A”',
        '  /a?x=1&y=%22  “m”',
        '  /moved',
        'Pages with a last link of such a path: 1',
        '  /a?x=1&y=%22  “m”',
        'All paths go through, nearest first:',
        '  /a?x=1&y=%22',
        '  /',
        'No other URL would vanish without it.',
        '',
      ].join('\n'),
    );
    expect(JSON.parse((await run('--path', '/b', '--json')).out)).toMatchObject({
      depth: 1,
      score: 100,
      position: 1,
      scored: 2,
      behind: 1,
    });
    expect((await run('--list', 'anchors', '--to', '/b', '--format', 'csv')).out).toBe(
      `target,text,links,pages,nofollow\r\n${origin}/b,B,2,1,2\r\n`,
    );
  });

  it('writes whole files, and times as ISO 8601', async () => {
    const out = join(tempFolder(), 'links.graphml');
    expect(await run('--out', out)).toMatchObject({ code: 0, out: '', err: `Wrote ${out}.\n` });
    expect(readFileSync(out, 'utf8')).toContain('</graphml>');
    const table = join(tempFolder(), 'chains.csv');
    await run('--list', 'chains', '--out', table);
    expect(readFileSync(table, 'utf8')).toMatch(/,yes,0,1,20\d\d-\d\d-\d\dT[\d:.]+Z,0,0\r\n/);
  });

  it('refuses what does not go together, by name', async () => {
    const refused = async (...argv: string[]) => {
      const { code, out, err } = await run(...argv);
      expect([code, out]).toEqual([2, '']);
      return err;
    };
    expect(await refused('--list', 'chain')).toContain('--list must be one of tree, chains');
    expect(await refused('--list', 'chains', '--nodes')).toContain('--nodes and --list exclude each other');
    expect(await refused('--list', 'chains', '--to', '/b')).toContain('--to needs --list anchors');
    expect(await refused('--list', 'chains', '--format', 'graphml')).toContain('--list cannot be GraphML');
    expect(await refused('--list', 'chains', '--kinds', 'a')).toContain('--kinds does not go with --list');
    expect(await refused('--kinds', 'a,link')).toContain('there is no kind “link”');
    expect(await refused('--path', '/nowhere')).toContain('/nowhere is not in this crawl');
    expect(await refused('--format', 'csv', '--out', file)).toContain('is the crawl file itself');
    expect(await refused('--out', file)).toContain('is the crawl file itself');
    const missing = join(tempFolder(), 'none.crawl');
    expect(await runInProcess(['graph', missing])).toMatchObject({ code: 2 });
    writeFileSync(missing, 'no crawl');
    expect(await runInProcess(['graph', missing])).toMatchObject({ code: 2 });
    expect(existsSync(`${missing}-wal`)).toBe(false);
  });

  it('ends at Ctrl+C with nothing printed', async () => {
    const { code, out } = await runInProcess(['graph', file], { interrupt: press => press() });
    expect([code, out]).toEqual([3, '']);
  });
});

describe('urls with link scores', () => {
  const list = (...argv: string[]) =>
    runInProcess(['urls', file, '--columns', 'url,score', '--format', 'csv', ...argv], { engine });

  it('computes scores where a column, the filter or the order needs them', async () => {
    const nodes = (await run('--list', 'scores', '--format', 'csv')).out.split('\r\n').slice(1, -1);
    const wanted = nodes.map(line => line.split(',').slice(0, 2).join(','));
    expect(wanted.length).toBeGreaterThan(1);
    const scored = await list('--where', 'score:>=0', '--sort', 'score:desc');
    expect(scored.code).toBe(0);
    expect(scored.out.split('\r\n').slice(1, -1)).toEqual(wanted);
    const { out } = await list('--sort', 'url', '--limit', '2');
    expect(paths(out)).toBe('url,score\r\n/,0\r\n/a?x=1&y=%22,\r\n');
  });

  it('refuses an unknown column to sort by', async () => {
    const { code, err } = await list('--sort', 'scor:desc');
    expect(code).toBe(2);
    expect(err).toContain('--sort: there is no column “scor”. Did you mean “score”?');
  });
});
