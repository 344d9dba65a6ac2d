import type { CheckPriority, CheckType, FindingItem } from '#shared/model/audit.ts';
import type { MetaRobots } from '#shared/model/page.ts';
import type { BothLinks, BothTexts, RenderedFacts, RenderedPlace } from '#shared/model/rendered-facts.ts';
import { contentFloor } from '../../rendering/differs.ts';
import { blockWords, isBlockedByRobots } from '../../rendering/lost.ts';
import { type AuditSite, type Check, type FactsPage, type PageCheck, pageCheck, threshold, type Verdict } from '../check.ts';
import { atBytes, ofWords } from '../items.ts';
import { bothValues, isUnrendered, judgeRendered, scriptOf } from '../rendered.ts';

type Words = readonly [name: string, trigger: string, why: string, fix: string];

/** A check that compares the HTML with the page as a browser renders it. Its denominators are rendered pages. */
const rendered = <T extends string = never>(
  id: string,
  [type, priority]: readonly [CheckType, CheckPriority],
  [name, trigger, why, fix]: Words,
  rest: Pick<PageCheck<T>, 'test' | 'thresholds'>,
): Check =>
  pageCheck<T>({
    ...{ id, name, group: 'js', type, priority, population: 'pages', trigger, why, fix },
    sources: ['Google Search Central, Understand JavaScript SEO basics'],
    ...rest,
  });

const ofFacts =
  (judge: (facts: RenderedFacts, page: FactsPage) => Verdict): PageCheck['test'] =>
  page =>
    judgeRendered(page, facts => judge(facts, page));

const changed = (texts: BothTexts): Verdict => (texts.raw !== null && texts.raw !== texts.rendered ? bothValues(texts) : null);
const onlyRendered = (texts: BothTexts): Verdict => (texts.raw === null && texts.rendered !== null ? bothValues(texts) : null);

/** The places of a directive in the delivered page; the word alone for a header. */
function delivered({ facts: { robots = [] } }: FactsPage, wanted: RegExp, word: string): FindingItem[] {
  const found = robots.filter(({ content }) => wanted.test(content));
  return found.length > 0 ? found.map(({ content, at }) => atBytes(content, at)) : [{ value: word, role: 'raw' }];
}

/** The rendered element with a directive, and the script that made it. */
function added(metas: readonly MetaRobots[], { at, by }: RenderedPlace, wanted: RegExp, word: string): FindingItem[] {
  const found = metas.find(meta => meta.at.start === at?.[0]) ?? metas.find(({ content }) => wanted.test(content));
  const value = found ? `${found.name}: ${found.content}` : word;
  return [{ value, role: 'rendered' }, ...scriptOf(by ? { by } : {})];
}

const mostNamed = 20;

function internalLinks({ added: links, addedCount }: BothLinks, site: AuditSite): Verdict {
  const own = links.filter(({ url }) => site.byAddress(url)?.class === 'page');
  if (own.length === 0) return null;
  const items = own.slice(0, mostNamed).flatMap(({ url, text, by }) => [{ value: text, url }, ...scriptOf(by ? { by } : {})]);
  return addedCount > links.length ? [...items, { value: 'links only after rendering', count: addedCount }] : items;
}

function blockedByRobots({ blocked }: RenderedFacts): Verdict {
  const items = blocked.filter(isBlockedByRobots).map(lost => ({ value: blockWords(lost), url: lost.url }));
  return items.length > 0 ? items : null;
}

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
    { test: ofFacts(({ title }) => changed(title)) },
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
    { test: ofFacts(({ title }) => onlyRendered(title)) },
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
    { test: ofFacts(({ description }) => changed(description)) },
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
    { test: ofFacts(({ description }) => onlyRendered(description)) },
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
    { test: ofFacts(({ h1 }) => changed(h1)) },
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
    { test: ofFacts(({ h1 }) => onlyRendered(h1)) },
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
    {
      test: ofFacts(({ canonical }) =>
        canonical.state.raw === 'none' && canonical.state.rendered !== 'none' ? bothValues(canonical) : null,
      ),
    },
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
    {
      test: ofFacts(({ canonical }) =>
        canonical.state.raw !== 'none' && canonical.raw !== canonical.rendered ? bothValues(canonical) : null,
      ),
    },
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
    {
      test: ofFacts(({ noindex }, page) =>
        noindex.raw && !noindex.rendered ? delivered(page, /noindex|none/i, 'noindex') : null,
      ),
    },
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
    {
      test: ofFacts(({ noindex, metas }) =>
        noindex.rendered && !noindex.raw ? added(metas, noindex, /noindex|none/i, 'noindex') : null,
      ),
    },
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
    {
      test: ofFacts(({ nofollow }, page) =>
        nofollow.raw && !nofollow.rendered ? delivered(page, /nofollow|none/i, 'nofollow') : null,
      ),
    },
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
    {
      thresholds: {
        percent: threshold(contentFloor.percent, 'Words at least', '% of the HTML', 100),
        words: threshold(contentFloor.words, 'More words at least', 'words', 1),
      },
      test(page, { percent, words: least }) {
        return judgeRendered(page, ({ words: { raw, rendered } }) =>
          rendered * 100 >= raw * percent && rendered - raw >= least
            ? [
                { ...ofWords(raw), role: 'raw' },
                { ...ofWords(rendered), role: 'rendered' },
              ]
            : null,
        );
      },
    },
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
    { test: (page, _, site) => judgeRendered(page, ({ links }) => internalLinks(links, site)) },
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
    { test: ofFacts(facts => blockedByRobots(facts)) },
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
    {
      test: ofFacts(({ errors }) =>
        errors.length > 0 ? errors.flatMap(({ text, by }) => [{ value: text }, ...scriptOf(by ? { by } : {})]) : null,
      ),
    },
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
    {
      test(page) {
        const found = page.rendering;
        if (found?.kind === 'failed' && found.cause === 'left') return [{ url: found.movedTo, role: 'location' }];
        return judgeRendered(page, ({ movedTo }) => (movedTo === undefined ? null : [{ url: movedTo, role: 'location' }]));
      },
    },
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
    { test: ofFacts(({ clickable: { count, tags } }) => (count > 0 ? tags.map(value => ({ value })) : null)) },
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
    {
      test(page) {
        const found = page.rendering;
        if (isUnrendered(found)) return 'needs-rendering';
        return found.kind === 'failed' && found.cause !== 'left' ? [{ value: found.cause }, { value: found.detail }] : null;
      },
    },
  ),
];
