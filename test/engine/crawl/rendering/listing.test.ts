import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { openForAudit } from '#engine/file-audit/audit-file.ts';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { FileDifference } from '#shared/model/file-audit.ts';
import { column, faults, newPath, newSession, rows, site } from '../../../support/crawling.ts';
import { fakeRenderer } from '../../../support/fake-renderer.ts';
import { page } from '../../../support/site.ts';

const all: Partial<CrawlSettings> = { render: 'all', delayMs: 0, checkDelayMs: 0 };
const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });
const withScript = (...tags: readonly string[]): string => page(...tags, '<script src="/app.js"></script>');
const open = () => ({ openBrowser: async () => fakeRenderer() });
const noindex = '<meta name="robots" content="noindex">';

const listings = (session: Session, url: string) =>
  column(session, `SELECT reason FROM decisions WHERE url = '${url}' AND stage = 'listing' ORDER BY id`);
const shown = (session: Session, url: string) =>
  rows(session, `SELECT state, reason, may_list, indexability FROM url WHERE url = '${url}'`)[0];

function auditOf(path: string): FileDifference[] {
  const found: FileDifference[] = [];
  const opened = openForAudit(path);
  try {
    finish(opened.run(each => found.push(each)));
    return found;
  } finally {
    opened.close();
  }
}

async function crawled(raw: string, appJs: readonly string[], settings: Partial<CrawlSettings> = {}) {
  const main = await site({ '/': raw, '/app.js': script(...appJs) });
  const path = newPath();
  const session = newSession([main.url('/')], { ...all, ...settings }, { path, ...open() });
  expect(await session.run()).toBe('finished');
  expect(faults(session)).toEqual([]);
  return { path, session, url: main.url('/') };
}

describe('whether a page may be listed whose scripts ran', () => {
  it('follows a noindex that a script adds, for a crawler whose engine renders; the history keeps both', async () => {
    const { session, url, path } = await crawled(withScript(), [`append ${noindex}`]);
    expect(listings(session, url)).toEqual(['listable', 'rendered-noindex']);
    expect(shown(session, url)).toEqual(['done', 'rendered-noindex', 'no', 'noindex']);
    const { mayList, decisions } = await session.handlers['url.explain']({ url });
    expect(mayList).toMatchObject({ verdict: 'no', reason: 'rendered-noindex' });
    expect(mayList.sentence).toBe(`After its scripts have run, this page says noindex: meta robots: noindex`);
    expect(mayList.evidence).toMatchObject([
      { kind: 'rendering', label: `${url} after rendering`, text: 'meta robots: noindex' },
    ]);
    expect(decisions.filter(({ current }) => current).map(({ reason }) => reason)).toEqual(['rendered-noindex']);
    const [id] = column(session, `SELECT id FROM url WHERE url = '${url}'`) as number[];
    const again = { urls: [id as number], variant: 'obeying', isOffline: false } as const;
    await session.render(again);
    expect(listings(session, url)).toHaveLength(2);
    const { rows: crawlers } = await session.handlers['url.matrix']({ url });
    const index = Object.fromEntries(crawlers.map(({ profile, indexable }) => [profile, indexable]));
    expect([index['googlebot'], index['yioopbot']]).toEqual(['no', 'yes']);
    await session.close();
    expect(auditOf(path)).toEqual([]);
  });

  it('says again what the response says when scripts change it no more', async () => {
    const { session, url, path } = await crawled(withScript(), [`append ${noindex}`], { renderThirdParty: 'none' });
    const urls = column(session, `SELECT id FROM url WHERE url = '${url}'`) as number[];
    session.changeSettings({ exclude: ['/app.js$'] });
    await session.render({ urls, variant: 'obeying', isOffline: true });
    expect(listings(session, url)).toEqual(['listable', 'rendered-noindex', 'listable']);
    expect(shown(session, url)).toEqual(['done', 'fetched', 'yes', 'indexable']);
    expect(faults(session)).toEqual([]);
    await session.close();
    expect(auditOf(path)).toEqual([]);
  });

  it('keeps a noindex that a script removes', async () => {
    const { session, url } = await crawled(withScript(noindex), [`remove ${noindex}`]);
    expect(listings(session, url)).toEqual(['meta-noindex']);
    expect(shown(session, url)).toEqual(['done', 'meta-noindex', 'no', 'noindex']);
  });

  it('stays for a crawler whose engine runs no scripts, and for a rendering that changes nothing', async () => {
    const still = await crawled(withScript(), [`append ${noindex}`], { profile: 'yioopbot' });
    expect(listings(still.session, still.url)).toEqual(['listable']);
    const same = await crawled(withScript(), ['append <p>more</p>']);
    expect(listings(same.session, same.url)).toEqual(['listable']);
  });

  it('follows a canonical that only scripts write, and doubts one that they change', async () => {
    const link = (href: string) => `<link rel="canonical" href="${href}">`;
    const added = await crawled(page('<script src="/app.js"></script>').replace('</title>', '</title><meta name="x">'), [
      `append ${link('/other')}`,
    ]);
    expect(listings(added.session, added.url)).toEqual(['listable', 'rendered-canonical']);
    expect(shown(added.session, added.url)).toEqual(['done', 'rendered-canonical', 'no', 'canonicalised']);
    const changed = await crawled(withScript(link('/')), [`remove ${link('/')}`, `append ${link('/other')}`]);
    expect(listings(changed.session, changed.url)).toEqual(['listable', 'rendered-canonical-conflict']);
    expect(shown(changed.session, changed.url)).toEqual(['done', 'rendered-canonical-conflict', 'unknown', 'indexable']);
  });
});
