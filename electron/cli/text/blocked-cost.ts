import { blockWords } from '#core/rendering/lost.ts';
import { figure } from '#shared/explain/figure.ts';
import type { BlockedCost, PageCost, RegainedByDraft, TemplateCost } from '#shared/model/blocked-cost.ts';
import { printable } from '../../export/text-width.ts';
import { count } from './units.ts';

const shownResources = 20;
const shownTemplates = 10;
const shownPages = 10;
const shownLinks = 10;

/** 'at least 12 URLs' */
const least = (isAtLeast: boolean, words: string): string => (isAtLeast ? `at least ${words}` : words);

/** Why nothing is known about a page's blocked resources. */
function unknownWords({ stillLost, failure }: PageCost): string {
  if (stillLost.length > 0) return `the second rendering did not get them either (${failure.replace(/\.$/, '')})`;
  return failure === '' ? 'not rendered a second time' : `the second rendering failed (${failure})`;
}

function pageLines(page: PageCost): string[] {
  const { url, blocked, stillLost, gains } = page;
  const head = `  ${printable(url)}: ${count(blocked.length, 'blocked resource')}`;
  if (!gains) return [`${head}; unknown: ${unknownWords(page)}`];
  const { linkCount, onlySoCount, isCut, words, missingText, title, canonical, noindex, links } = gains;
  const differences = [
    ...(linkCount > 0 ? [`${least(isCut, count(linkCount, 'link'))}, ${figure(onlySoCount)} reached only this way`] : []),
    ...(missingText > 0
      ? [`${missingText} % of the text (${figure(words.obeying)} of ${count(words.freed, 'word')} are seen)`]
      : []),
    ...(title ? [`title “${printable(title.freed ?? '')}” instead of “${printable(title.obeying ?? '')}”`] : []),
    ...(canonical
      ? [`canonical ${printable(canonical.freed ?? 'none')} instead of ${printable(canonical.obeying ?? 'none')}`]
      : []),
    ...(noindex ? [noindex.freed ? 'noindex' : 'no noindex any more'] : []),
  ];
  const shown = links.slice(0, shownLinks);
  return [
    `${head}; ${differences.length === 0 ? (isCut ? 'no difference is known' : 'they change nothing that is compared') : `missing: ${differences.join('; ')}`}`,
    ...(stillLost.length > 0 ? [`      the second rendering did not get ${figure(stillLost.length)} of them either`] : []),
    ...shown.map(link => `      ${printable(link.url)}${link.onlySo ? '  (only this way)' : ''}`),
    ...(linkCount > shown.length ? [`      and ${figure(linkCount - shown.length)} more; --json has all`] : []),
  ];
}

function templateLine({ template, pages, known, links, onlySo, words, isAtLeast }: TemplateCost): string {
  const lost =
    known === 0
      ? 'unknown'
      : `${least(isAtLeast, count(links, 'URL'))}, ${figure(onlySo)} reached only this way; ${count(words, 'word')}`;
  return `  ${printable(template)}: ${count(pages, 'page')}; ${lost}`;
}

const hasDifference = ({ total: { links, words, canonical, noindex }, pages }: BlockedCost): boolean =>
  links + words + canonical + noindex > 0 || pages.some(({ gains }) => gains?.title);

/** One screen: what blocked resources cost in all, by resource, and by page. `url`: the only page that is meant. */
export function blockedCostText(cost: BlockedCost, url?: string): string {
  const { rendered, withBlocked, known, leftOut, pages, resources, templates, total, isAtLeast } = cost;
  if (rendered === 0 && url !== undefined)
    return `${printable(url)} was not rendered. Render it: crawlscope render F.crawl URL.\n`;
  if (rendered === 0)
    return 'No page of this crawl was rendered. Render some: crawlscope crawl --render sample, or crawlscope render.\n';
  const pagesHead = `${count(rendered, 'rendered page')}, ${figure(withBlocked)} of them with resources that robots.txt blocks`;
  if (withBlocked === 0) return `${pagesHead}.\n`;
  const unknown = withBlocked - known;
  const resourceLine = ({ url, robots, pages: of, known: seen, links, onlySo }: BlockedCost['resources'][number]): string => {
    const by = printable(blockWords(robots ? { robots } : {}));
    const brings =
      seen === 0 ? 'unknown' : `alone explains ${least(seen < of, count(links, 'URL'))}, ${figure(onlySo)} reached only this way`;
    return `  ${printable(url)} (${by}): ${count(of, 'page')}; ${brings}`;
  };
  return `${[
    `${pagesHead}; ${figure(known)} rendered a second time with them allowed`,
    ...(known > 0
      ? [
          hasDifference(cost)
            ? `Blocked resources cost links to ${least(isAtLeast, count(total.links, 'URL'))}, ${figure(total.onlySo)} of them reached only this way, and ${count(total.words, 'word')} of text.`
            : isAtLeast
              ? 'No difference is known so far.'
              : 'They change nothing that is compared.',
          ...(total.canonical + total.noindex > 0
            ? [`The canonical differs on ${count(total.canonical, 'page')}, noindex on ${figure(total.noindex)}.`]
            : []),
        ]
      : []),
    ...(unknown > 0
      ? [
          `What they cost ${count(unknown, 'page')} is unknown: crawlscope render F.crawl URL --freed --robots never:HOST renders them a second time.`,
        ]
      : []),
    '',
    'Resources',
    ...resources.slice(0, shownResources).map(resourceLine),
    ...(resources.length > shownResources ? [`  and ${figure(resources.length - shownResources)} more; --json has all`] : []),
    ...(templates.length > 1 ? ['', 'Templates', ...templates.slice(0, shownTemplates).map(templateLine)] : []),
    ...(templates.length > shownTemplates ? [`  and ${figure(templates.length - shownTemplates)} more; --json has all`] : []),
    '',
    'Pages',
    ...pages.slice(0, shownPages).flatMap(pageLines),
    ...(pages.length + leftOut > shownPages ? [`  and ${figure(pages.length + leftOut - shownPages)} more`] : []),
  ].join('\n')}\n`;
}

/** What a draft brings back to rendered pages; '' where it frees no resource of one. */
export function regainedText({ pages, links, onlySo, partly, unknown, isAtLeast }: RegainedByDraft): string {
  if (pages === 0) return '';
  const head = `The draft allows blocked resources of ${count(pages, 'rendered page')}`;
  if (unknown === pages) return `${head}. What comes back is unknown: no page was rendered with them.\n`;
  const rest = [
    ...(partly > 0 ? [`${count(partly, 'page')} would still lack other resources`] : []),
    ...(unknown > 0 ? [`${count(unknown, 'page')} unknown without a second rendering`] : []),
  ];
  const back = `links to ${least(isAtLeast, count(links, 'URL'))} come back, ${figure(onlySo)} of them reached only this way`;
  return `${head}: ${back}${rest.length > 0 ? ` (${rest.join('; ')})` : ''}.\n`;
}
