import type {
  BlockedCost,
  PageCost,
  PageGains,
  RegainedByDraft,
  RegainedLink,
  ResourceCost,
  TemplateCost,
  Twice,
} from '#shared/model/blocked-cost.ts';
import type { LinkOfOne, LostResource, RenderedFacts } from '#shared/model/rendered-facts.ts';
import { isBlockedByRobots } from './lost.ts';
import { templateOf } from './template.ts';

/** A page rendered with robots.txt obeyed, and a second time; null: it was not. */
export interface RenderedTwice {
  readonly url: string;
  readonly obeying: RenderedFacts;
  readonly freed: RenderedFacts | null;
  /** How the second rendering failed, '' where it did not. */
  readonly failure: string;
}

const mostLinks = 200;

const lossWords = (lost: LostResource): string => (isBlockedByRobots(lost) ? 'robots.txt blocked it again.' : lost.detail);

const differing = <T>(obeying: T, freed: T): Twice<T> | null => (obeying === freed ? null : { obeying, freed });

/**
 * What a page's blocked resources cost. `leadsElsewhere`: whether the URL of a link is reached by other ways, or is none of the site. A single
 * blocked resource explains everything; of several, the one whose script made a link explains that link.
 */
export function pageCost({ url, obeying, freed, failure }: RenderedTwice, leadsElsewhere: (url: string) => boolean): PageCost {
  const blocked = obeying.blocked.filter(isBlockedByRobots);
  if (freed === null) return { url, blocked, stillLost: [], gains: null, failure };
  const lostAgain = new Map([...freed.blocked, ...freed.failed].map(lost => [lost.url, lost]));
  const stillLost = blocked.flatMap(lost => lostAgain.get(lost.url) ?? []);
  const [first] = stillLost;
  if (first && stillLost.length === blocked.length)
    return { url, blocked, stillLost: stillLost.map(lost => lost.url), gains: null, failure: lossWords(first) };
  const names = new Set(blocked.map(each => each.url));
  const isAll = obeying.blockedCount === obeying.blocked.length;
  const [alone = null] = isAll && blocked.length === 1 ? blocked : [];
  const found = regained(obeying, freed);
  const links = found.map(
    ({ url: to, text, by }): RegainedLink => ({
      url: to,
      text,
      resource: alone?.url ?? (by && names.has(by.url) ? by.url : null),
      onlySo: !leadsElsewhere(to),
    }),
  );
  const counted = freed.links.addedCount - obeying.links.addedCount + obeying.links.removedCount - freed.links.removedCount;
  // What is blocked or fails only now is what a freed script asks for: with it, more would appear.
  const failedBefore = new Set(obeying.failed.map(lost => lost.url));
  const isCut =
    first !== undefined ||
    freed.blocked.some(isBlockedByRobots) ||
    freed.failed.some(lost => !failedBefore.has(lost.url)) ||
    freed.failed.length < freed.failedCount ||
    [obeying, freed].some(
      ({ links: { added, addedCount, removed, removedCount, isCut: cut } }) =>
        cut || added.length < addedCount || removed.length < removedCount,
    );
  const words = { obeying: obeying.words.rendered, freed: freed.words.rendered };
  const gains: PageGains = {
    links: links.slice(0, mostLinks),
    linkCount: isCut ? Math.max(links.length, counted) : links.length,
    onlySoCount: links.filter(({ onlySo }) => onlySo).length,
    isCut: isCut || links.length > mostLinks,
    words,
    missingText: words.freed > words.obeying ? Math.round(((words.freed - words.obeying) * 100) / words.freed) : 0,
    title: differing(obeying.title.rendered, freed.title.rendered),
    canonical: differing(obeying.canonical.rendered, freed.canonical.rendered),
    noindex: differing(obeying.noindex.rendered, freed.noindex.rendered),
  };
  return { url, blocked, stillLost: stillLost.map(lost => lost.url), gains, failure: '' };
}

/** Links of the freed page that the other one lacks: added by scripts only there, or kept there and removed here. */
function regained(obeying: RenderedFacts, freed: RenderedFacts): readonly LinkOfOne[] {
  const has = new Set(obeying.links.added.map(({ url }) => url));
  const lost = new Set(freed.links.removed.map(({ url }) => url));
  return [...freed.links.added.filter(({ url }) => !has.has(url)), ...obeying.links.removed.filter(({ url }) => !lost.has(url))];
}

interface Sum {
  readonly resource: LostResource;
  pages: number;
  known: number;
  readonly links: Set<string>;
  readonly onlySo: Set<string>;
}

/** Whether the counts of these pages are "at least": one is unknown, or its links were cut. */
const isUnsure = (pages: readonly PageCost[]): boolean => pages.some(({ gains }) => gains === null || gains.isCut);

const wordsGained = ({ gains }: PageCost): number => (gains ? Math.max(0, gains.words.freed - gains.words.obeying) : 0);

/** The costs of pages by template, those of the most links first. */
function templatesOf(pages: readonly PageCost[], isCut: boolean): readonly TemplateCost[] {
  const groups = new Map<string, PageCost[]>();
  for (const page of pages) {
    const template = templateOf(page.url);
    const group = groups.get(template);
    if (group) group.push(page);
    else groups.set(template, [page]);
  }
  const costs = [...groups].map(([template, of]): TemplateCost => {
    const links = of.flatMap(({ gains }) => gains?.links ?? []);
    return {
      ...{ template, pages: of.length, known: of.filter(({ gains }) => gains !== null).length },
      links: new Set(links.map(({ url }) => url)).size,
      onlySo: new Set(links.filter(({ onlySo }) => onlySo).map(({ url }) => url)).size,
      words: of.reduce((sum, page) => sum + wordsGained(page), 0),
      isAtLeast: isCut || isUnsure(of),
    };
  });
  return costs.sort((a, b) => b.links - a.links || b.pages - a.pages || (a.template < b.template ? -1 : 1));
}

/** The costs of several pages together. `rendered`: pages rendered in all; `leftOut`: pages with blocked resources that are not among `pages`. */
export function costOf(
  pages: readonly PageCost[],
  { rendered, leftOut }: Pick<BlockedCost, 'rendered' | 'leftOut'>,
): BlockedCost {
  const sums = new Map<string, Sum>();
  const [links, onlySo] = [new Set<string>(), new Set<string>()];
  let [words, noindex, canonical, known] = [0, 0, 0, 0];
  for (const page of pages) {
    const { blocked, stillLost, gains } = page;
    for (const resource of blocked) {
      const sum = sums.get(resource.url) ?? { resource, pages: 0, known: 0, links: new Set(), onlySo: new Set() };
      sum.pages += 1;
      if (gains && !stillLost.includes(resource.url)) sum.known += 1;
      sums.set(resource.url, sum);
    }
    if (!gains) continue;
    known += 1;
    words += wordsGained(page);
    if (gains.noindex) noindex += 1;
    if (gains.canonical) canonical += 1;
    for (const link of gains.links) {
      links.add(link.url);
      if (link.onlySo) onlySo.add(link.url);
      const sum = link.resource === null ? undefined : sums.get(link.resource);
      sum?.links.add(link.url);
      if (link.onlySo) sum?.onlySo.add(link.url);
    }
  }
  const resources = [...sums].map(
    ([url, { resource, pages: count, known: rendered2, links: own, onlySo: only }]): ResourceCost => ({
      ...{ url, type: resource.type, robots: resource.robots ?? null, pages: count, known: rendered2 },
      ...{ links: own.size, onlySo: only.size },
    }),
  );
  return {
    rendered,
    withBlocked: pages.length + leftOut,
    known,
    leftOut,
    pages,
    resources: resources.sort((a, b) => b.links - a.links || b.pages - a.pages || (a.url < b.url ? -1 : 1)),
    templates: templatesOf(pages, leftOut > 0),
    total: { links: links.size, onlySo: onlySo.size, words, noindex, canonical },
    isAtLeast: leftOut > 0 || isUnsure(pages),
  };
}

/** What a draft of robots.txt brings back. `isAllowed`: the draft's verdict; resources of other hosts keep theirs, which is false. */
export function regainedByDraft({ pages, leftOut }: BlockedCost, isAllowed: (url: string) => boolean): RegainedByDraft {
  const [links, onlySo] = [new Set<string>(), new Set<string>()];
  let [freed, partly, unknown, isCut] = [0, 0, 0, false];
  for (const { blocked, stillLost, gains } of pages) {
    const allowed = new Set(blocked.flatMap(({ url }) => (isAllowed(url) ? [url] : [])));
    if (allowed.size === 0) continue;
    freed += 1;
    if (!gains || [...allowed].every(url => stillLost.includes(url))) {
      unknown += 1;
      continue;
    }
    const isWhole = allowed.size === blocked.length;
    if (!isWhole) partly += 1;
    isCut ||= gains.isCut;
    for (const link of gains.links) {
      if (!isWhole && (link.resource === null || !allowed.has(link.resource))) continue;
      links.add(link.url);
      if (link.onlySo) onlySo.add(link.url);
    }
  }
  const isAtLeast = unknown > 0 || partly > 0 || isCut || leftOut > 0;
  return { pages: freed, links: links.size, onlySo: onlySo.size, partly, unknown, isAtLeast };
}
