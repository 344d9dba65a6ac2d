import { describe, expect, it } from 'vitest';
import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { profileById, profiles } from '#core/crawlers/profiles.ts';
import { robotsAccess } from '#core/robots/access.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { matrixRows } from '#engine/explain/matrix.ts';
import { verdictColumns } from '#engine/explain/page-verdicts.ts';
import { differenceWords, knobTitles, matrixParts, matrixVerdict, valueWords } from '#shared/explain/matrix.ts';
import type { MatrixRow } from '#shared/model/matrix.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

const noPage = verdictColumns(null, 'https://e.com/', null, 0);
const unlinked = { links: [], isAll: true };
const own = profileById('crawlscope') as CrawlerProfile;

function rowsOf(text: string | null, path: string, status = 200): Map<string, MatrixRow> {
  const bytes = text === null ? null : new TextEncoder().encode(text);
  const stored = { bytes, access: (dialect: Dialect) => robotsAccess({ kind: 'status', status }, dialect) };
  const all = matrixRows(stored, noPage, { ...unlinked, url: `https://e.com${path}` }, own, profiles(), false);
  return new Map(all.map(row => [row.profile, row]));
}

describe('what parts a crawler from ours', () => {
  it('is its name where ours would have read the same under it', () => {
    const rows = rowsOf('User-agent: Googlebot\nDisallow: /x\n', '/x');
    expect(rows.get('crawlscope')).toMatchObject({ allowed: true, line: 0, differsFrom: null });
    expect(rows.get('googlebot')).toMatchObject({
      allowed: false,
      line: 2,
      differsFrom: { knob: 'name', from: 'Crawlscope', to: 'Googlebot' },
    });
    expect(rows.get('googlebot-image')).toMatchObject({ agent: 'Googlebot', allowed: false });
    expect(rows.get('bingbot')).toMatchObject({ allowed: true, differsFrom: null });
  });

  it('is that it overlooks the groups for everybody', () => {
    const rows = rowsOf('User-agent: *\nDisallow: /\n', '/x');
    expect(rows.get('adsbot-google')).toMatchObject({ allowed: true, differsFrom: { knob: 'ignoresStar' } });
  });

  it('is a setting of its dialect otherwise', () => {
    const rows = rowsOf('User-agent: *\nDisallow: /a\nAllow: /a/b\n', '/a/b');
    expect(rows.get('crawlscope')).toMatchObject({ allowed: true, line: 3 });
    expect(rows.get('scooter')).toMatchObject({ allowed: false, line: 2, differsFrom: { knob: 'precedence', to: 'first' } });
    expect(rows.get('webcrawler')).toMatchObject({ allowed: false, differsFrom: { knob: 'allowKnown', from: 'yes', to: 'no' } });
  });

  it('is what a status means', () => {
    const rows = rowsOf(null, '/x', 503);
    expect(rows.get('crawlscope')).toMatchObject({ allowed: false, reason: 'unreachable' });
    expect(rows.get('yandexbot')).toMatchObject({
      allowed: true,
      reason: 'no-file',
      differsFrom: { knob: 'serverError', to: 'allow all' },
    });
  });

  it('is not looked for without limits: a large file still gets its rows', () => {
    const filler = Array.from({ length: 20_000 }, (_, index) => `Disallow: /f${index}/`).join('\n');
    const rows = rowsOf(`User-agent: *\nDisallow: /a\nAllow: /a/b\n${filler}\n`, '/a/b');
    expect(rows.get('scooter')).toMatchObject({ allowed: false, line: 2 });
    expect(rows.get('scooter')?.differsFrom).not.toBeNull();
  });
});

it('nothing is claimed where robots.txt was not asked for, or its body is not there', () => {
  const [unasked] = matrixRows(null, noPage, { ...unlinked, url: 'https://e.com/' }, own, [own], false);
  expect(unasked).toMatchObject({ allowed: null, reason: 'not-asked', differsFrom: null });
  expect(unasked && matrixVerdict(unasked)).toBe('unknown');
  expect(rowsOf(null, '/x').get('googlebot')).toMatchObject({ allowed: null, reason: 'not-stored' });
});

it('reads what the crawl stored: raw bytes, header and page, for every profile', async () => {
  const server = await site({
    '/robots.txt': 'User-agent: Googlebot\r\nDisallow: /shut\r\n',
    '/': linksTo('/shut', '/meta', '/header'),
    '/shut': page(),
    '/meta': page('<meta name="bingbot" content="noindex">'),
    '/header': { headers: { 'X-Robots-Tag': 'googlebot: noindex' }, body: 'Text' },
  });
  const session = newSession([server.url('/')]);
  await session.run();
  const ask = async (path: string, wanted?: string[]) =>
    await session.handlers['url.matrix']({ url: server.url(path), ...(wanted ? { profiles: wanted } : {}) });
  const row = async (path: string, id: string) => (await ask(path)).rows.find(({ profile }) => profile === id);
  expect(await row('/shut', 'googlebot')).toMatchObject({ allowed: false, line: 2, indexable: 'url-only', detail: null });
  expect(await row('/shut', 'crawlscope')).toMatchObject({ allowed: true, indexable: 'yes' });
  expect(await row('/meta', 'bingbot')).toMatchObject({ indexable: 'no', directive: 'meta bingbot: noindex' });
  expect(await row('/meta', 'googlebot')).toMatchObject({ indexable: 'yes' });
  expect(await row('/meta', 'gptbot')).not.toHaveProperty('indexable');
  expect(await row('/header', 'googlebot')).toMatchObject({ indexable: 'no' });
  expect(await row('/header', 'bingbot')).toMatchObject({ indexable: 'yes' });
  expect((await ask('/never')).version).toEqual(expect.any(Number));
  expect((await ask('/shut', ['googlebot'])).rows).toMatchObject([{ profile: 'googlebot', detail: { groupLines: [1] } }]);
  await expect(session.handlers['url.matrix']({ url: '/', profiles: ['nobody'] })).rejects.toThrow('nobody');
  const parts = matrixParts((await ask('/meta')).rows, 'crawlscope');
  expect(parts.own?.profile).toBe('crawlscope');
  expect(parts.differing.map(({ profile }) => profile)).toEqual(['bingbot']);
  expect(parts.agreeing).toHaveLength(profiles().length - 2);
});

it('a crawl as a profile obeys the group the profile falls back to', async () => {
  const server = await site({
    '/robots.txt': 'User-agent: Googlebot\nDisallow: /shut\n',
    '/': linksTo('/shut'),
    '/shut': page(),
  });
  const session = newSession([server.url('/')], { profile: 'googlebot-image' });
  await session.run();
  expect(server.paths()).not.toContain('/shut');
  expect((await session.handlers['url.explain']({ url: server.url('/shut') })).robots).toMatchObject({ agent: 'Googlebot' });
});

describe('words', () => {
  it('there are some for every setting of a dialect', () => {
    for (const id of dialectIds())
      for (const name of Object.keys(dialectById(id) ?? {}))
        if (name !== 'id' && name !== 'name') expect(knobTitles).toHaveProperty(name);
  });

  it('a value reads like one', () => {
    expect(valueWords('ends-record')).toBe('ends the group');
    expect(valueWords(null)).toBe('none');
    expect(valueWords({ limit: 5, beyond: 'cut-line' })).toBe('limit: 5, beyond: cut line');
  });

  it('a difference names both sides, and both settings where it takes two', () => {
    const change = { knob: 'tie', from: 'allow', to: 'first' };
    expect(differenceWords(change)).toBe('Allow and Disallow of one length: first (ours: allow)');
    expect(differenceWords({ ...change, also: { knob: 'ignoresStar', from: 'no', to: 'yes' } })).toContain('; and obeys only');
  });
});
