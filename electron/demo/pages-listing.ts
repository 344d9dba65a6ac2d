import { Buffer } from 'node:buffer';
import { answer, custom, type DemoSection, homeLink, page } from './page.ts';

/** Pages about listing: noindex and canonicals, and pages that only say they are missing. */

const canonical = (href: string): string => `<link rel="canonical" href="${href}">`;

/** A minimal PDF of one empty page that viewers can open. */
const leaflet = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

export const listingSection: DemoSection = {
  heading: 'May it be listed?',
  pages: [
    page('/listing/plain', 'An ordinary page', 'Nothing forbids listing it.'),
    page('/listing/meta-noindex', 'noindex in a meta element', 'A robots meta element says noindex.', {
      head: '<meta name="robots" content="noindex">',
    }),
    page('/listing/header-noindex', 'noindex in a header', 'X-Robots-Tag says noindex.', {
      headers: [['X-Robots-Tag', 'noindex']],
    }),
    page('/listing/expired', 'unavailable_after', 'The date of unavailable_after has passed.', {
      head: '<meta name="robots" content="unavailable_after: 25 Jun 2020 15:00:00 GMT">',
    }),
    page('/listing/googlebot-only', 'noindex for one robot', 'Only Googlebot is told noindex; others may list it.', {
      head: '<meta name="googlebot" content="noindex">',
    }),
    page(
      '/listing/other-bot-header',
      'noindex header for one robot',
      'X-Robots-Tag names another robot, so it does not count here.',
      {
        headers: [['X-Robots-Tag', 'otherbot: noindex, nofollow']],
      },
    ),
    page('/listing/none', 'none', 'The word none means noindex and nofollow.', { head: '<meta name="robots" content="none">' }),
    page('/listing/canonical-element', 'Canonical elsewhere', 'A link element names another page as the canonical one.', {
      head: canonical('/listing/plain'),
    }),
    page('/listing/canonical-self', 'Canonical of itself', 'It names itself, which changes nothing.', {
      head: canonical('/listing/canonical-self'),
    }),
    page('/listing/canonical-conflict', 'Conflicting canonicals', 'Two link elements name two different pages.', {
      head: `${canonical('/listing/plain')}\n${canonical('/listing/canonical-self')}`,
    }),
    custom('/files/leaflet.pdf', 'Canonical of a PDF', 'A Link header names the HTML page of the same text.', () =>
      answer(leaflet, [
        ['Content-Type', 'application/pdf'],
        ['Link', '</listing/plain>; rel="canonical"'],
      ]),
    ),
    custom('/files/notes.txt', 'A text file', 'Plain text has no links to read.', () =>
      answer('Notes: http://demo.invalid/ is text here, not a link.\n', [['Content-Type', 'text/plain; charset=utf-8']]),
    ),
    custom('/files/notes-noindex.txt', 'A text file with noindex', 'Only a header can say noindex for plain text.', () =>
      answer(Buffer.from('Draft.\n'), [
        ['Content-Type', 'text/plain; charset=utf-8'],
        ['X-Robots-Tag', 'noindex'],
      ]),
    ),
    custom('/listing/soft-404', 'A soft 404', '200, but the words say that there is no such page.', () =>
      answer(
        `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Page not found</title></head>
<body><h1>Page not found</h1><p>Sorry, the page you asked for was not found. Error 404.</p>${homeLink}</body></html>`,
      ),
    ),
  ],
};
