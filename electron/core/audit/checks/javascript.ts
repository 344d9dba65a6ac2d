import type { CheckPriority, CheckType } from '#shared/model/audit.ts';
import { type Check, pendingCheck } from '../check.ts';

/** Checks that compare the HTML with the page as a browser renders it. They wait for rendered pages. */
const rendered = (
  id: string,
  [type, priority]: readonly [CheckType, CheckPriority],
  [name, trigger, why, fix]: readonly [string, string, string, string],
): Check =>
  pendingCheck({
    id,
    name,
    group: 'js',
    type,
    priority,
    population: 'pages',
    trigger,
    why,
    fix,
    sources: ['Google Search Central, Understand JavaScript SEO basics'],
    because: 'needs-rendering',
  });

export const javascriptChecks: readonly Check[] = [
  rendered(
    'js.title_changed',
    ['warning', 'M'],
    [
      'Title changed by scripts',
      'A script replaces the title that the server sent.',
      'Search engines read the first title at once and the other one later, or never.',
      'Send the final title in the HTML.',
    ],
  ),
  rendered(
    'js.title_only',
    ['warning', 'M'],
    [
      'Title only after rendering',
      'The HTML has no title; a script adds one.',
      'A crawler that runs no scripts sees a page without a title.',
      'Send the title in the HTML.',
    ],
  ),
  rendered(
    'js.desc_changed',
    ['warning', 'L'],
    [
      'Description changed by scripts',
      'A script replaces the meta description that the server sent.',
      'Crawlers that run no scripts keep the other one.',
      'Send the final description in the HTML.',
    ],
  ),
  rendered(
    'js.desc_only',
    ['warning', 'L'],
    [
      'Description only after rendering',
      'The HTML has no meta description; a script adds one.',
      'A crawler that runs no scripts sees none.',
      'Send the description in the HTML.',
    ],
  ),
  rendered(
    'js.h1_changed',
    ['warning', 'M'],
    [
      'H1 changed by scripts',
      'A script replaces the first h1 that the server sent.',
      'Crawlers with and without scripts read different headings.',
      'Send the final heading in the HTML.',
    ],
  ),
  rendered(
    'js.h1_only',
    ['warning', 'M'],
    [
      'H1 only after rendering',
      'The HTML has no h1; a script adds one.',
      'A crawler that runs no scripts sees a page without a heading.',
      'Send the heading in the HTML.',
    ],
  ),
  rendered(
    'js.canonical_only',
    ['warning', 'H'],
    [
      'Canonical only after rendering',
      'The HTML and the headers have no canonical; a script adds one.',
      'Search engines may have chosen a canonical before the script ran.',
      'Send the canonical in the HTML or in a Link header.',
    ],
  ),
  rendered(
    'js.canonical_mismatch',
    ['issue', 'H'],
    [
      'Canonical changed by scripts',
      'A script replaces the canonical that the server sent.',
      'Search engines see two canonicals and may ignore both.',
      'Send one canonical, in the HTML.',
    ],
  ),
  rendered(
    'js.noindex_only_raw',
    ['issue', 'H'],
    [
      'noindex removed by scripts',
      'The HTML says noindex; a script removes it.',
      'Google does not render a page that says noindex, so the page stays out.',
      'Send the page without noindex.',
    ],
  ),
  rendered(
    'js.noindex_only_rendered',
    ['issue', 'H'],
    [
      'noindex added by scripts',
      'The HTML has no noindex; a script adds it.',
      'A crawler that runs no scripts lists the page.',
      'Send noindex in the HTML or in the X-Robots-Tag header.',
    ],
  ),
  rendered(
    'js.nofollow_only_raw',
    ['warning', 'M'],
    [
      'nofollow removed by scripts',
      'The HTML says nofollow; a script removes it.',
      'The links may never be followed.',
      'Send the page without nofollow.',
    ],
  ),
  rendered(
    'js.content',
    ['warning', 'M'],
    [
      'Content needs scripts',
      'The rendered page has at least 1.2 times the words of the HTML, and 50 more.',
      'A crawler that runs no scripts misses most of the text.',
      'Send the main content in the HTML.',
    ],
  ),
  rendered(
    'js.links',
    ['warning', 'M'],
    [
      'Links need scripts',
      'At least one internal link exists only after rendering.',
      'A crawler that runs no scripts does not find those pages this way.',
      'Send links in the HTML.',
    ],
  ),
  rendered(
    'js.blocked_resources',
    ['warning', 'H'],
    [
      'Rendering needs blocked resources',
      'robots.txt blocks a resource that the page needs to render.',
      'Search engines then see an incomplete page.',
      'Allow the resource in robots.txt.',
    ],
  ),
  rendered(
    'js.errors',
    ['warning', 'L'],
    [
      'Console errors',
      'A script of the page ends with an error.',
      'What the script would have built is missing.',
      'Mend the script.',
    ],
  ),
  rendered(
    'js.redirect',
    ['warning', 'M'],
    [
      'Redirect by a script',
      'A script changes the address of the page.',
      'Crawlers that run no scripts stay on the first page.',
      'Redirect with a 301 or 308.',
    ],
  ),
  rendered(
    'js.soft_nav_links',
    ['opportunity', 'L'],
    [
      'Clickable without href',
      'An element with onclick or role=link has no href.',
      'No crawler follows it.',
      'Use a link with an href.',
    ],
  ),
  rendered(
    'js.render_failed',
    ['issue', 'M'],
    [
      'Rendering failed',
      'The page crashed the browser or did not end in time.',
      'Search engines may give up as well.',
      'Find the script that does not end.',
    ],
  ),
];
