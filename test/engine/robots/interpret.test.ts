import { expect, test } from 'vitest';
import { catalogue } from '#core/lint/catalogue.ts';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { lintText } from '#engine/robots/lint.ts';
import { newSession, site } from '../../support/crawling.ts';
import { page } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

const robots = 'User-agent: *\r\nDisalow: /é\r\nUser-agent: Googlebot\r\nCrawl-delay: 3\r\nDisallow: /x\r\n';

test('the stored file is read as the crawl’s own profile, as another crawler, or in a dialect', async () => {
  const server = await site({ '/robots.txt': robots, '/': page() });
  const session = newSession([server.url('/')], {}, withoutWaits());
  await session.run();
  const origin = server.url('').replace(/\/$/, '');
  const own = await session.handlers['robots.interpretation']({ origin, interpreter: {} });
  expect(own).toMatchObject({
    interpreter: { profile: 'crawlscope' },
    sentence: '',
    file: { robot: { groups: [0] } },
    against: null,
  });
  const google = await session.handlers['robots.interpretation']({
    origin,
    interpreter: { profile: 'googlebot' },
    against: { dialect: 'rfc9309' },
  });
  expect(google?.file?.lines.map(each => each.outcome)).toEqual(['used', 'changed', 'used', 'dropped', 'used']);
  expect(google?.file?.robot).toMatchObject({ agent: 'Googlebot', lines: [3], crawlDelay: null });
  // Without the misspelt rule both User-agent lines are one run.
  expect(google?.against?.differences.map(each => [each.line, each.onlyNames])).toEqual([
    [2, false],
    [5, true],
  ]);
  expect(
    await session.handlers['robots.interpretation']({ origin, interpreter: { profile: 'googlebot', dialect: 'yandex' } }),
  ).toMatchObject({ interpreter: { name: 'Googlebot as Yandex', dialect: 'yandex' } });
  const unknown = async () => await session.handlers['robots.interpretation']({ origin, interpreter: { dialect: 'nobody' } });
  await expect(unknown()).rejects.toThrow('nobody');
  expect(await session.handlers['robots.interpretation']({ origin: 'https://never.example', interpreter: {} })).toBeNull();
  const interpreters = await session.handlers['robots.interpreters']({});
  expect(interpreters.dialects.map(each => each.id)).toContain('google');
  expect(interpreters.profiles[0]?.id).toBe('crawlscope');
});

test('an answer without a file means what the reader says it means', async () => {
  const server = await site({ '/robots.txt': { status: 503, body: 'x' }, '/': page() });
  const session = newSession([server.url('/')], { maxAttempts: 1 }, withoutWaits());
  await session.run();
  const origin = server.url('').replace(/\/$/, '');
  const read = async (profile: string) => await session.handlers['robots.interpretation']({ origin, interpreter: { profile } });
  expect(await read('crawlscope')).toMatchObject({ file: null, sentence: expect.stringContaining('nothing may be fetched') });
  expect(await read('yandexbot')).toMatchObject({ file: null, sentence: expect.stringContaining('everything may be fetched') });
  const lint = await session.handlers['robots.lint']({ origin });
  expect(lint?.sentence).toContain('503');
  expect(lint?.findings.every(each => each.line === 0)).toBe(true);
});

test('lint places are lines, columns and bytes of the stored file, and a fix is an edit in bytes', async () => {
  const server = await site({ '/robots.txt': robots, '/': page() });
  const session = newSession([server.url('/')], {}, withoutWaits());
  await session.run();
  const lint = await session.handlers['robots.lint']({ origin: server.url('').replace(/\/$/, '') });
  const typo = lint?.findings.find(each => each.message.includes('Disalow'));
  expect(typo).toMatchObject({ severity: 'E', line: 2, column: 1, endColumn: 8, start: 15, end: 22 });
  expect(typo?.fix?.edits).toEqual([{ start: 15, end: 22, insert: 'Disallow' }]);
});

test('stored files are linted with what the crawl knows; every check is made or said not to be', async () => {
  const server = await site({
    '/robots.txt': `${robots}Sitemap: /nowhere.xml\n`,
    '/': page('/a', '/b'),
    '/a': page(),
    '/b': page(),
  });
  const session = newSession([server.url('/')], {}, withoutWaits());
  await session.run();
  const origin = server.url('').replace(/\/$/, '');
  const [lint, again] = await Promise.all([1, 2].map(() => session.handlers['robots.lint']({ origin })));
  expect(again).toEqual(lint);
  const ids = catalogue.map(({ id }) => id);
  expect((lint?.checks ?? 0) + (lint?.notChecked.length ?? 0)).toBe(ids.length);
  const whole = [...session.lintRobots({ origin })][0];
  expect(lint?.findings.map(each => [each.id, each.line])).toEqual(whole?.diagnostics.map(each => [each.id, each.line]));
  expect(lint?.notChecked).toEqual(whole?.notChecked);
  expect(lint?.notChecked.map(({ why }) => why)).not.toContain('needs a crawl of the site');
  const draft = lintText(robots);
  expect(draft.checks + draft.notChecked.length).toBe(ids.length);
  expect(draft.notChecked.map(({ why }) => why)).toContain('needs a crawl of the site');
});

test('a crawl with more URLs than the window compares with is said not to have been asked', () => {
  const report = lintRobots(new TextEncoder().encode(robots), { url: 'https://e.com/robots.txt', withoutCrawl: 'too many' });
  const usual = lintRobots(new TextEncoder().encode(robots), { url: 'https://e.com/robots.txt' });
  expect(report.diagnostics).toEqual(usual.diagnostics);
  const crawlIds = catalogue.filter(({ on, needs }) => on === 'crawl' || needs === 'earlier').map(({ id }) => id);
  expect(report.notChecked.filter(({ why }) => why === 'too many').map(({ id }) => id)).toEqual(crawlIds);
});

test('a draft is linted as it is; bytes count from its start whatever stands before', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  for (const before of ['# é€😀', '\ufeff# x', '#']) {
    const text = `${before}\nUser-agent: *\nDisalow: /x\n`;
    const { findings, counts, checks } = lintText(text);
    const typo = findings.find(each => each.message.includes('Disalow'));
    const bytes = bytesOf(text);
    expect(new TextDecoder().decode(bytes.subarray(typo?.start, typo?.end))).toBe('Disalow');
    expect(counts.E + counts.W + counts.I).toBe(findings.length);
    expect(checks).toBeGreaterThan(100);
  }
  const wide = '# x\nDisallow: /é😀 #y\nUser-agent: *\nDisallow: /é😀a b\n';
  for (const each of lintText(wide).findings.filter(({ line }) => line > 0)) {
    const line = wide.split('\n')[each.line - 1] ?? '';
    expect(new TextDecoder().decode(bytesOf(wide).subarray(each.start, each.end))).toBe(
      line.slice(each.column - 1, each.endColumn - 1),
    );
  }
  expect(lintText('').findings.every(each => each.line === 0)).toBe(true);
});
