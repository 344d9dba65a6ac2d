import { createSession } from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { fakeRenderer } from './fake-renderer.ts';
import { startSite } from './site.ts';

/** Crawls a small shop whose links are written by scripts, one of them blocked, into the file of the first argument. Needs no browser. */
const [out = ''] = process.argv.slice(2);
const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });
const lamps = Array.from({ length: 12 }, (_, at) => `/lamps/${at}`);
const site = await startSite({
  '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private/\n' },
  '/': '<!doctype html><html lang="en"><head><title>Loading</title></head><body><h1>Lamps</h1><a href="/about">About</a><script src="/app.js"></script><script src="/private/menu.js"></script></body></html>',
  '/about':
    '<!doctype html><html lang="en"><head><title>About</title></head><body><h1>About</h1><p>We make lamps.</p></body></html>',
  '/app.js': script(
    'remove <title>Loading</title>',
    ...lamps.map((path, at) => `append <p><a href="${path}">Lamp ${at}</a> for every room</p>`),
    'error showMenu is not defined',
  ),
  '/private/menu.js': script('append <a href="/category/desk">Desk</a><a href="/category/floor">Floor</a>'),
  ...Object.fromEntries(
    lamps.map(path => [
      path,
      `<!doctype html><html lang="en"><head><title>${path}</title></head><body><h1>A lamp</h1></body></html>`,
    ]),
  ),
});
const seed = site.url('/');
const settings = { ...defaultSettings, seeds: [seed], delayMs: 0, checkDelayMs: 0, sitemaps: false, render: 'all' } as const;
const session = createSession(out, settings, { openBrowser: async () => fakeRenderer() });
await session.run();
await session.handlers['rendering.start']({ urls: [seed], free: [new URL(seed).origin] });
await session.close();
await site.close();
