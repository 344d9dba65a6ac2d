import type { RenderRequest, ResourceAnswer } from '#shared/model/rendering.ts';

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
      lifeMs: 120_000,
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
