import { expect, test } from 'vitest';
import { newSession, site } from '../../support/crawling.ts';

const head = (text: string): string => `<!doctype html><html lang=en><head>${text}</head><body>Text</body></html>`;

test('a page shows as a search result and as a social card', async () => {
  const long = 'A very long title about lamps and chairs '.repeat(5).trim();
  const { origin } = await site({
    '/': `${head('')}<a href=/shop/lamps>a</a><a href=/own>b</a><a href=/gone>c</a>`,
    '/shop/lamps': head(
      `<title>${long}</title><meta name=description content="Short."><meta property="og:title" content="Lamps"><meta property="og:image" content="/l.png"><meta name="twitter:card" content="summary">`,
    ),
    '/own': head('<title>Own</title><meta name=description content="Own text.">'),
  });
  const session = newSession([`${origin}/`]);
  await session.run();
  const preview = (path: string) => session.handlers['url.preview']({ url: `${origin}${path}` });
  const lamps = await preview('/shop/lamps');
  expect(lamps?.search.address).toBe(`${new URL(origin).host} › shop › lamps`);
  expect(lamps?.search.title).toMatchObject({ isCut: true, mostPixels: 561 });
  expect(lamps?.search.title.text.endsWith(' …')).toBe(true);
  expect(lamps?.search.description).toMatchObject({ text: 'Short.', isCut: false, mostPixels: 985 });
  expect(lamps?.social).toEqual({
    title: { text: 'Lamps', from: 'og:title' },
    description: { text: 'Short.', from: 'description' },
    image: { text: '/l.png', from: 'og:image' },
    site: { text: '', from: '' },
    card: 'summary',
  });
  expect((await preview('/own'))?.social?.title).toEqual({ text: 'Own', from: 'title' });
  expect((await preview('/'))?.search.title).toMatchObject({ text: '', pixels: 0, isCut: false });
  expect(await preview('/gone')).toBeNull();
  await expect(preview('/never')).rejects.toThrow('is not in this crawl');
});
