import { answer, custom, type DemoSection, homeLink, page } from './page.ts';

/** Pages about links: which are followed, which are only recorded, and which are not HTTP URLs. */

/** Number of links on the page of many links. */
export const manyLinks = 300;

/** Depth of the last page of the chain, one more than the demo's depth limit. */
export const deepestPage = 9;

/** Longer than the limit of 2,048 characters. */
export const longPath = `/links/long-${'x'.repeat(2_100)}`;

const list = (links: readonly string[]): string =>
  `<ul>\n${links.map(link => `<li>${link}</li>`).join('\n')}\n</ul>\n${homeLink}`;

const deepPages = Array.from({ length: deepestPage }, (_, index) =>
  page(
    `/deep/${index + 1}`,
    `Level ${index + 1}`,
    `A chain of ${deepestPage} pages; the last one lies below the depth limit.`,
    index + 1 < deepestPage
      ? { body: `<p><a href="/deep/${index + 2}">One level down</a></p>`, mention: index === 0 ? 'link' : 'hidden' }
      : { mention: 'hidden' },
  ),
);

const pixel =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="28" fill="#2f6f4f"/></svg>\n';

export const followSection: DemoSection = {
  heading: 'Are links followed?',
  pages: [
    page(
      '/follow/nofollow-link',
      'Linked with rel=nofollow',
      'The only link to it carries rel=nofollow, so it is never fetched.',
      {
        mention: 'nofollow',
      },
    ),
    page('/follow/meta-nofollow', 'A nofollow page', 'A robots meta element says nofollow; its child has no other link.', {
      head: '<meta name="robots" content="nofollow">',
      body: '<p><a href="/follow/meta-child">The child</a></p>',
    }),
    page('/follow/meta-child', 'The child of a nofollow page', 'It must never be requested.', { mention: 'hidden' }),
    page('/follow/header-nofollow', 'nofollow in a header', 'X-Robots-Tag says nofollow; its child has no other link.', {
      headers: [['X-Robots-Tag', 'nofollow']],
      body: '<p><a href="/follow/header-child">The child</a></p>',
    }),
    page('/follow/header-child', 'The child behind a header', 'It must never be requested.', { mention: 'hidden' }),
    // No stylesheet either, because that would be a link.
    custom('/follow/no-links', 'No links at all', 'A dead end: nothing is linked from here.', () =>
      answer(
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>No links at all</title></head><body><h1>A dead end</h1></body></html>',
      ),
    ),
    ...deepPages,
  ],
};

export const linkSection: DemoSection = {
  heading: 'Kinds of links',
  pages: [
    page('/links/schemes', 'Not HTTP URLs', 'Mail, telephone, FTP and script links are recorded, not fetched.', {
      body: list([
        '<a href="mailto:hello@demo.invalid">Mail</a>',
        '<a href="tel:+49-30-000000">Telephone</a>',
        '<a href="ftp://demo.invalid/file">FTP</a>',
        '<a href="javascript:void(0)">Script</a>',
      ]),
    }),
    page('/links/odd', 'An invalid and an over-long address', 'One href is no URL, the other is longer than the limit.', {
      body: list(['<a href="http://[broken/">No URL</a>', `<a href="${longPath}">Too long</a>`]),
    }),
    page('/links/excluded', 'Excluded by a setting', 'It links to a page that the demo’s exclude pattern covers.', {
      body: list(['<a href="/excluded/page">Excluded</a>', '<a href="http://demo.invalid/other">Another host</a>']),
    }),
    page('/excluded/page', 'An excluded page', 'It must never be requested.', { mention: 'hidden' }),
    page('/links/resources', 'Resources', 'Image, script, style sheet and form target are recorded, not fetched.', {
      body: `<p><img src="/assets/picture.svg" alt="A green disc" width="64" height="64"></p>
<script src="/assets/demo.js"></script>
<form action="/search" method="get"><label>Search <input name="q"></label></form>
<iframe src="/links/framed" title="A framed page"></iframe>
${homeLink}`,
    }),
    page('/links/framed', 'A framed page', 'An iframe shows it.', { mention: 'hidden' }),
    page('/links/refresh', 'Meta refresh', 'A meta element sends readers on after five seconds.', {
      head: '<meta http-equiv="refresh" content="5; url=/links/refresh-target">',
    }),
    page('/links/refresh-target', 'The target of a refresh', 'Only a meta refresh leads here.', { mention: 'hidden' }),
    page('/links/base', 'A base element', 'Its relative link is resolved against <base>, not against this page.', {
      head: '<base href="/links/based/">',
      body: `<p><a href="child">A relative link</a></p>\n${homeLink}`,
    }),
    page('/links/based/child', 'Found through <base>', 'Only the page with the base element links here.', { mention: 'hidden' }),
    page('/links/languages', 'Alternate languages', 'hreflang names a translation that nothing links to.', {
      head: '<link rel="alternate" hreflang="en" href="/links/languages">\n<link rel="alternate" hreflang="de" href="/links/languages-de">',
    }),
    page('/links/languages-de', 'Eine Übersetzung', 'Only an alternate names it.', { mention: 'hidden' }),
    page('/links/many', 'Three hundred links', `${manyLinks} links to places of a few pages.`, {
      body: list(
        Array.from(
          { length: manyLinks },
          (_, index) => `<a href="${index % 2 === 0 ? '' : '/listing/plain'}#place-${index + 1}">Place ${index + 1}</a>`,
        ),
      ),
    }),
    custom(
      '/assets/picture.svg',
      'A picture',
      'An image of the resources page.',
      () => answer(pixel, [['Content-Type', 'image/svg+xml']]),
      'hidden',
    ),
    custom(
      '/assets/demo.js',
      'A script',
      'A script that does nothing.',
      () => answer("'use strict';\n", [['Content-Type', 'text/javascript']]),
      'hidden',
    ),
    page('/search', 'Search', 'The target of a form.', { mention: 'hidden' }),
  ],
};

export const sitemapSection: DemoSection = {
  heading: 'Sitemaps',
  pages: [
    page('/orphan', 'An orphan', 'Only a sitemap names it.', { mention: 'hidden' }),
    page('/archive/2024', 'An orphan of the compressed sitemap', 'Only the sitemap packed with gzip names it.', {
      mention: 'hidden',
    }),
    page('/private/in-sitemap', 'Disallowed, but in the sitemap', 'A sitemap lists it, robots.txt forbids it.', {
      mention: 'hidden',
    }),
    page('/orphan-gone', 'Missing, but in the sitemap', 'A sitemap lists it, the server answers 404.', {
      mention: 'hidden',
      status: 404,
    }),
  ],
};
