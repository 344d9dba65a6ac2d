import { afterAll } from 'vitest';
import { openChromium } from '#browser/renderer.ts';
import type { Renderer, RenderOutcome, RenderRequest, ResourceAnswer, ResourceRequest } from '#shared/model/rendering.ts';

/** Answers of a site that exists only here: the body of each URL, or a whole answer. Everything else is a 404. */
export type TestSite = Readonly<Record<string, string | ResourceAnswer | (() => Promise<ResourceAnswer>)>>;

const types: readonly (readonly [RegExp, string])[] = [
  [/\.m?js$/, 'text/javascript'],
  [/\.css$/, 'text/css'],
  [/\.json$/, 'application/json'],
  [/\.svg$/, 'image/svg+xml'],
];

export const answerWith = (body: string, headers: Readonly<Record<string, string>> = {}, status = 200): ResourceAnswer => ({
  kind: 'response',
  status,
  headers: Object.entries(headers),
  body: Buffer.from(body),
  fetch: null,
});

export const pageUrl = 'http://site.test/';

/** A request to render that HTML as http://site.test/, with limits that a test can wait for. */
export function renderRequest(html: string, own: Partial<RenderRequest> = {}): RenderRequest {
  return {
    url: pageUrl,
    response: { status: 200, headers: [['Content-Type', 'text/html; charset=utf-8']], body: Buffer.from(html) },
    device: 'smartphone',
    locale: 'en-GB',
    wait: { kind: 'idle' },
    limits: {
      pageMs: 10_000,
      wallMs: 20_000,
      memoryBytes: 512 * 1024 * 1024,
      requests: 100,
      answerBytes: 16 * 1024 * 1024,
      htmlBytes: 8 * 1024 * 1024,
    },
    screenshots: false,
    userAgent: 'Examplebot/1.0',
    ...own,
  };
}

export interface TestRendering {
  readonly outcome: RenderOutcome;
  /** What the page's site was asked. */
  readonly asked: readonly ResourceRequest[];
}

/** A browser for the tests of a file, which is closed after them. Starts with the first page. */
export function testRenderer(open: () => Promise<Renderer> = openTestBrowser): {
  readonly render: (html: string, site?: TestSite, own?: Partial<RenderRequest>, signal?: AbortSignal) => Promise<TestRendering>;
  readonly renderer: () => Promise<Renderer>;
} {
  let opened: Promise<Renderer> | null = null;
  afterAll(async () => {
    await (await opened)?.close();
  });
  const renderer = (): Promise<Renderer> => (opened ??= open());
  return {
    renderer,
    async render(html, site = {}, own = {}, signal = new AbortController().signal) {
      const asked: ResourceRequest[] = [];
      const outcome = await (await renderer()).render(
        renderRequest(html, own),
        async request => {
          asked.push(request);
          const found = site[request.url] ?? site[request.url.replace('http://site.test', '')];
          if (found === undefined) return answerWith('not found', { 'Content-Type': 'text/plain' }, 404);
          if (typeof found === 'function') return found();
          if (typeof found !== 'string') return found;
          const path = new URL(request.url).pathname;
          return answerWith(found, { 'Content-Type': types.find(([end]) => end.test(path))?.[1] ?? 'text/html' });
        },
        signal,
      );
      return { outcome, asked };
    },
  };
}

/** Tests run as root on build machines, where Chromium has no sandbox. The pages are our own. */
export const openTestBrowser = (): Promise<Renderer> => openChromium({ browser: null, unsandboxed: process.getuid?.() === 0 });

/** The document that came out. Fails with why there is none. */
export function htmlOf({ outcome }: TestRendering): string {
  if (outcome.kind !== 'rendered') throw new Error(`${outcome.cause}: ${outcome.detail}`);
  return Buffer.from(outcome.html).toString('utf8');
}
