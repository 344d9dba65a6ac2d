import { expect, test } from 'vitest';
import { type SiteReportWish, siteReportSectionIds } from '#shared/model/site-report.ts';
import { newSession, site } from '../../support/crawling.ts';

const wish: SiteReportWish = {
  sections: siteReportSectionIds,
  title: 'T',
  author: '',
  notes: '',
  logo: null,
  baseline: null,
  segment: null,
  pages: 'printer',
};
const made = { at: null, version: '1' };

async function crawled() {
  const server = await site({ '/': '<title>Start</title><a href=/a>a</a>', '/a': '' });
  const session = newSession([server.url('/')]);
  await session.run();
  return session;
}

test('a report is made in a thread, with the thresholds and ignore rules of the session; a second one has to wait', async () => {
  const session = await crawled();
  await session.changeAudit({
    do: 'add',
    rules: [{ check: 'title.missing', where: { kind: 'all' }, note: 'n', until: '', addedBy: 'a' }],
  });
  const first = session.siteReport(wish, made);
  await expect(session.siteReport(wish, made)).rejects.toThrow('Another report is being made');
  const html = await first;
  expect(html).toContain('1 rule in force');
  expect(html).not.toContain('@page{margin:20mm');
  expect(await session.siteReport(wish, made)).toBe(html);
});

test('cancelled, it gives null; closing the file ends it', async () => {
  const session = await crawled();
  const cancelled = session.siteReport(wish, made);
  session.cancelSiteReport();
  expect(await cancelled).toBeNull();
  const closed = session.siteReport(wish, made);
  await session.close();
  expect(await closed).toBeNull();
});

test('what goes wrong there is refused here', async () => {
  const session = await crawled();
  await expect(session.siteReport({ ...wish, segment: 'blog' }, made)).rejects.toThrow('There is no segment “blog”');
  await expect(session.siteReport({ ...wish, baseline: '/nowhere/x.crawl' }, made)).rejects.toMatchObject({ code: 'not_found' });
});
