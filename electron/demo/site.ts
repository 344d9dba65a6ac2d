import type { CrawlSettings } from '#shared/model/crawl.ts';
import { demoCrawlDelay, demoDocuments } from './documents.ts';
import { demoExpectations } from './expectations.ts';
import { answer, type DemoAnswer, type DemoPage, type DemoSection, escapeHtml, htmlDocument, type Visit } from './page.ts';
import { redirectSection, robotsSection } from './pages-access.ts';
import { charsetSection, statusSection, transferSection } from './pages-answer.ts';
import { deepestPage, followSection, linkSection, sitemapSection } from './pages-links.ts';
import { listingSection } from './pages-listing.ts';

/** The demo site as data: a page for each interesting decision, and a home page that says what each shows. */

export const demoSections: readonly DemoSection[] = [
  robotsSection,
  listingSection,
  followSection,
  redirectSection,
  statusSection,
  transferSection,
  charsetSection,
  linkSection,
  sitemapSection,
];

/** The settings that the demo changes; everything else is the default. */
export const demoSettings = {
  delayMs: demoCrawlDelay * 1_000,
  maxDepth: deepestPage - 1,
  maxRedirects: 5,
  exclude: ['/excluded/'],
} as const satisfies Partial<CrawlSettings>;

const expected = (path: string): string => {
  const codes = demoExpectations.filter(item => item.path === path).map(item => `<code>${item.reason}</code>`);
  return codes.length === 0 ? '' : ` ${codes.join(' ')}`;
};

const entry = (page: DemoPage): string => {
  const title = escapeHtml(page.title);
  const words = `${escapeHtml(page.shows)}${expected(page.path)}`;
  if (page.mention === 'hidden') return `<li>${title} (not linked here): ${words}</li>`;
  const rel = page.mention === 'nofollow' ? ' rel="nofollow"' : '';
  return `<li><a href="${escapeHtml(page.path)}"${rel}>${title}</a>: ${words}</li>`;
};

const homePage: DemoPage = {
  path: '/',
  title: 'The Crawlscope demo site',
  shows: 'The home page.',
  mention: 'hidden',
  answer: () => {
    const intro = `<p>A small site on your own computer. Each page shows one decision a crawler has to make; the words after it name the
reasons that Crawlscope should give. Nothing here needs a network.</p>`;
    const sections = demoSections.map(
      ({ heading, pages }) => `<h2>${escapeHtml(heading)}</h2>\n<ul>\n${pages.map(entry).join('\n')}\n</ul>`,
    );
    return answer(htmlDocument('The Crawlscope demo site', [intro, ...sections].join('\n')));
  },
};

/** Every page, the home page first. Paths are unique. */
export const demoPages: readonly DemoPage[] = [homePage, ...demoSections.flatMap(section => section.pages)];

const byPath: ReadonlyMap<string, DemoPage> = new Map(demoPages.map(page => [page.path, page]));

/** The response to a request target (path and query). 404 for unknown targets. */
export const demoAnswer = (target: string, visit: Visit): DemoAnswer => {
  const document = demoDocuments.get(target);
  if (document) return document(visit.origin);
  const page = byPath.get(target);
  if (page) return page.answer(visit);
  return answer(htmlDocument('Not found', '<p>The demo site has no such page.</p>'), undefined, { status: 404 });
};
