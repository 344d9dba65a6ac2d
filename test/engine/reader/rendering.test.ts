import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { RenderingSummary } from '#shared/model/rendering-view.ts';
import { newSession, site } from '../../support/crawling.ts';
import { fakeRenderer } from '../../support/fake-renderer.ts';
import { page, robotsFile } from '../../support/site.ts';

const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });

const shop = async (settings: Partial<CrawlSettings> = {}) => {
  const main = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'),
    '/': page('<script src="/app.js"></script><script src="/private/menu.js"></script><img src="/a.png">'),
    '/app.js': script('append <a href="/only">only</a>', 'error It broke'),
    '/private/menu.js': script('append <a href="/menu">menu</a>'),
    '/a.png': { headers: { 'Content-Type': 'image/png' }, body: 'png' },
    '/only': page('<p>only</p>'),
    '/menu': page('<p>menu</p>'),
  });
  const session = newSession([main.url('/')], settings, { openBrowser: async () => fakeRenderer() });
  await session.run();
  return { main, session, home: main.url('/') };
};
const call = (session: Session) => session.handlers;
const shown = async (session: Session, url: string): Promise<RenderingSummary> => {
  const { renderings } = await call(session)['rendering.ofUrl']({ url });
  expect(renderings[0]).toBeDefined();
  return renderings[0] as RenderingSummary;
};

describe('renderings for the window', () => {
  it('says why a URL is not rendered', async () => {
    const { session, home, main } = await shop();
    const why = (url: string) => call(session)['rendering.ofUrl']({ url });
    expect(await why(home)).toEqual({ renderings: [], cannot: '', why: 'This crawl renders no pages.' });
    expect((await why(main.url('/never-seen'))).cannot).toContain('has no response');
    expect(await call(session)['rendering.counts']({})).toMatchObject({ rendered: 0, waiting: 0, etaMs: null });
  });

  it('lists requests with their robots.txt line, the console and the document', async () => {
    const { session, home } = await shop({ render: 'all' });
    const { id, state, blocked, logged } = await shown(session, home);
    expect([state, blocked, logged]).toEqual(['done', 1, 1]);
    const wanted = { rendering: id, from: 0, limit: 10 };
    const lost = await call(session)['rendering.requests']({ ...wanted, only: 'lost' });
    expect(lost).toMatchObject({
      total: 1,
      rows: [{ type: 'script', outcome: 'blocked', detail: 'resource-blocked', robots: { line: 2 }, isStored: true }],
    });
    const all = await call(session)['rendering.requests']({ ...wanted, only: 'all' });
    expect([all.total, all.rows.length]).toEqual([3, 3]);
    expect((await call(session)['rendering.requests']({ ...wanted, only: 'all', from: 2 })).rows).toHaveLength(1);
    expect(await call(session)['rendering.log']({ rendering: id })).toEqual([
      { kind: 'exception', text: 'It broke', place: null },
    ]);
    const source = await call(session)['rendering.source']({ rendering: id, start: 0, end: 0 });
    expect(source.segments.map(({ text }) => text).join('')).toContain('<a href="/only">only</a>');
    const difference = await call(session)['rendering.difference']({ rendering: id });
    expect(difference.rows.filter(({ kind }) => kind === 'added').map(({ after }) => after[0]?.text)).toContainEqual(
      expect.stringContaining('<a href="/only">'),
    );
    expect((await call(session)['rendering.counts']({})).rendered).toBeGreaterThan(0);
  });

  it('shows no picture that is none, and none of a rendering that is not there', async () => {
    const { session, home } = await shop({ render: 'all', renderScreenshots: true });
    const { id } = await shown(session, home);
    const shot = (rendering: number) => call(session)['rendering.screenshot']({ rendering, kind: 'viewport' });
    expect(await shot(id)).toMatchObject({ png: null, unavailable: 'What is stored is no PNG picture.' });
    expect((await shot(4_711)).unavailable).toContain('does not contain');
    const none = { rendering: 4_711, from: 0, limit: 10, only: 'all' } as const;
    expect(await call(session)['rendering.requests'](none)).toEqual({ total: 0, rows: [] });
    expect((await call(session)['rendering.difference']({ rendering: 4_711 })).unavailable).not.toBe('');
  });

  it('renders a stored page on demand, and with consent what robots.txt blocks', async () => {
    const { session, home, main } = await shop();
    await call(session)['rendering.start']({ urls: [home], free: [] });
    expect((await shown(session, home)).blocked).toBe(1);
    expect(main.paths()).not.toContain('/private/menu.js');
    await call(session)['rendering.start']({ urls: [home], free: [new URL(home).origin] });
    expect(main.paths()).toContain('/private/menu.js');
    const { renderings } = await call(session)['rendering.ofUrl']({ url: home });
    expect(renderings.map(({ variant, blocked }) => [variant, blocked])).toEqual([
      ['obeying', 1],
      ['freed', 0],
    ]);
    // Consent is for the rendering: the settings of the crawl stay.
    expect(session.status().settings.siteRules).toEqual([]);
    await expect(call(session)['rendering.start']({ urls: [main.url('/unknown')], free: [] })).rejects.toThrow(
      'not in this crawl',
    );
    await expect(call(session)['rendering.start']({ urls: [home], free: ['no site/'] })).rejects.toThrow('names no site');
  });
});
