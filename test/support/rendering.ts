import { afterAll } from 'vitest';
import type { Renderer, RenderOutcome, RenderRequest, ResourceAnswer, ResourceRequest } from '#shared/model/rendering.ts';
import { openTestBrowser } from './render-electron.ts';
import { answerWith, renderRequest } from './render-request.ts';

/** Answers of a site that exists only here: the body of each URL, or a whole answer. Everything else is a 404. */
export type TestSite = Readonly<Record<string, string | ResourceAnswer | (() => Promise<ResourceAnswer>)>>;

const types: readonly (readonly [RegExp, string])[] = [
  [/\.m?js$/, 'text/javascript'],
  [/\.css$/, 'text/css'],
  [/\.json$/, 'application/json'],
  [/\.svg$/, 'image/svg+xml'],
];

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

/** The document that came out. Fails with why there is none. */
export function htmlOf({ outcome }: TestRendering): string {
  if (outcome.kind !== 'rendered') throw new Error(`${outcome.cause}: ${outcome.detail}`);
  return Buffer.from(outcome.html).toString('utf8');
}
