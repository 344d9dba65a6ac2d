import type { DemoSite } from '#demo/server.ts';

/** The port of the demo site's address, 0 for any other text: a file may contain anything there. */
function demoPort(url: string): number {
  const port = Number(/^http:\/\/127\.0\.0\.1:(\d{4,5})\/$/.exec(url)?.[1] ?? 0);
  return port >= 1_024 && port <= 65_535 ? port : 0;
}

/** The demo site at the address a demo crawl knows; null when the crawl is another one, or the site is served already. */
export async function serveDemo(url: string | null): Promise<DemoSite | null> {
  const port = url === null ? 0 : demoPort(url);
  if (port === 0) return null;
  const { startDemoSite } = await import('#demo/server.ts');
  try {
    return await startDemoSite({ port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
}
