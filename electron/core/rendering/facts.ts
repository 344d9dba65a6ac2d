import type { MetaRobots } from '#shared/model/page.ts';
import type {
  BothLists,
  BothTexts,
  LostResource,
  RenderedAspect,
  RenderedFacts,
  ScriptError,
} from '#shared/model/rendered-facts.ts';
import { renderedAspects } from '#shared/model/rendered-facts.ts';
import type { PageRequest, RenderOutcome } from '#shared/model/rendering.ts';
import type { CanonicalChoice } from '../canonical/choose.ts';
import { type OctetDecoder, plainOctets } from '../html/octets.ts';
import { normalizeUrl } from '../url/normalize.ts';
import { clickableIn } from './clickable.ts';
import { compareLinks } from './links.ts';
import type { PageForm } from './reading.ts';
import { cutMessage, cutText, cutUrl, Kept } from './room.ts';
import { type PlaceOf, placesOf, shortPlace } from './scripted.ts';

const mostMetas = 50;
const mostValues = 50;
const mostLost = 100;
const mostErrors = 20;
const mostCharacters = 16_000;

export interface Readings {
  /** The page's address as the crawl knows it. */
  readonly url: string;
  readonly raw: PageForm;
  readonly rendered: PageForm;
  readonly outcome: Extract<RenderOutcome, { readonly kind: 'rendered' }>;
  /** The stored robots.txt line that forbids a request of the page, by its place; null where another reason does. */
  lineOf(seq: number): LostResource['robots'] | null;
  readonly octets?: OctetDecoder;
}

/**
 * What scripts change on a page: the same reader's facts of the delivered and the rendered HTML, compared. The time is linear in the pages,
 * and the result is at most some 300 KB whatever they contain. Pages with many links take long: see `mostLinks`.
 */
export function renderedFacts({ url, raw, rendered, outcome, lineOf, octets = plainOctets }: Readings): RenderedFacts {
  const placeOf = placesOf(outcome.scripted);
  const [before, after] = [raw.html, rendered.html];
  const text = (key: 'title' | 'description' | 'h1'): BothTexts => ({
    raw: textOf(before?.[key]?.value),
    rendered: textOf(after?.[key]?.value),
    ...placeOf(after?.[key]?.at),
  });
  const lost = (kind: 'blocked' | 'failed') => lostResources(outcome.requests, kind, lineOf);
  const [blocked, failed] = [lost('blocked'), lost('failed')];
  const errors = new Kept<ScriptError>(mostErrors, mostCharacters);
  for (const { kind, text: message, place } of outcome.console)
    if (kind === 'exception') errors.add(() => ({ text: cutMessage(message), ...(place ? { by: shortPlace(place) } : {}) }));
  const facts = {
    v: 1,
    title: text('title'),
    description: text('description'),
    h1: text('h1'),
    canonical: canonicals(raw.canonical, rendered.canonical, placeOf),
    noindex: flags(raw, rendered, placeOf, ({ noindex, unavailable }) => noindex ?? unavailable),
    nofollow: flags(raw, rendered, placeOf, ({ nofollow }) => nofollow),
    metas: metasOf(after?.metaRobots ?? []),
    robots: lists(robotsOf(raw), robotsOf(rendered)),
    hreflang: lists(hreflangsOf(raw), hreflangsOf(rendered)),
    structured: lists(typesOf(raw), typesOf(rendered)),
    words: { raw: wordsOf(raw), rendered: wordsOf(rendered) },
    sameText: sameText(raw, rendered),
    images: { raw: imagesOf(raw), rendered: imagesOf(rendered) },
    links: compareLinks(raw, rendered, placeOf),
    clickable: clickableIn(outcome.html, octets),
    blocked: blocked.list,
    blockedCount: blocked.count,
    failed: failed.list,
    failedCount: failed.count,
    errors: errors.list,
    errorCount: errors.count,
    ...movedFrom(url, outcome.url),
  } as const satisfies Omit<RenderedFacts, 'changes'>;
  return { ...facts, changes: renderedAspects.filter(aspect => differs[aspect](facts)) };
}

type Compared = Omit<RenderedFacts, 'changes'>;
const otherText = ({ raw, rendered }: BothTexts): boolean => raw !== rendered;
const otherList = ({ added, removed }: BothLists): boolean => added.length + removed.length > 0;

const differs: Readonly<Record<RenderedAspect, (facts: Compared) => boolean>> = {
  title: ({ title }) => otherText(title),
  description: ({ description }) => otherText(description),
  h1: ({ h1 }) => otherText(h1),
  canonical: ({ canonical }) => otherText(canonical) || canonical.state.raw !== canonical.state.rendered,
  robots: ({ robots, noindex, nofollow }) =>
    otherList(robots) || noindex.raw !== noindex.rendered || nofollow.raw !== nofollow.rendered,
  hreflang: ({ hreflang }) => otherList(hreflang),
  structured: ({ structured }) => otherList(structured),
  text: ({ words, sameText: same }) => !same || words.raw !== words.rendered,
  images: ({ images }) => images.raw !== images.rendered,
  links: ({ links }) => links.addedCount + links.removedCount + links.changedCount > 0,
  address: ({ movedTo }) => movedTo !== undefined,
};

const textOf = (text: string | undefined): string | null => (text ? cutText(text) : null);

function canonicals(raw: CanonicalChoice, rendered: CanonicalChoice, placeOf: PlaceOf): RenderedFacts['canonical'] {
  const address = (choice: CanonicalChoice): string | null => {
    if (choice.kind === 'none') return null;
    if (choice.kind === 'conflict') return cutUrl(choice.urls.join(' '));
    return cutUrl(choice.kind === 'invalid' ? choice.declaration.href : choice.url);
  };
  const source =
    rendered.kind === 'none'
      ? null
      : rendered.kind === 'conflict'
        ? rendered.declarations[0]?.source
        : rendered.declaration.source;
  return {
    raw: address(raw),
    rendered: address(rendered),
    state: { raw: raw.kind, rendered: rendered.kind },
    ...(source && source.kind !== 'header' ? placeOf(source.at) : {}),
  };
}

type Directives = PageForm['directives'];

function flags(
  raw: PageForm,
  rendered: PageForm,
  placeOf: PlaceOf,
  choose: (directives: Directives) => Directives['noindex'],
): RenderedFacts['noindex'] {
  const [before, after] = [choose(raw.directives), choose(rendered.directives)];
  const place = after?.source.kind === 'meta' ? placeOf(after.source.at) : {};
  return { raw: before !== null, rendered: after !== null, ...place };
}

const metasOf = (metas: readonly MetaRobots[]): readonly MetaRobots[] =>
  metas.slice(0, mostMetas).map(meta => ({ ...meta, name: cutText(meta.name), content: cutText(meta.content) }));

const robotsOf = ({ html }: PageForm): string[] => (html?.metaRobots ?? []).map(({ name, content }) => `${name}: ${content}`);

const hreflangsOf = ({ html, baseUrl }: PageForm): string[] =>
  (html?.links ?? []).flatMap(({ kind, hreflang, href }) => {
    if (kind !== 'alternate' || hreflang === '') return [];
    const to = normalizeUrl(href, baseUrl);
    return [`${hreflang.toLowerCase()} ${to.kind === 'url' ? to.url : href}`];
  });

const typesOf = ({ html }: PageForm): string[] => (html?.facts?.structured?.items ?? []).flatMap(({ types }) => types);

/** Values that only one of the two has, each once. */
function lists(raw: readonly string[], rendered: readonly string[]): BothLists {
  const [before, after] = [new Set(raw), new Set(rendered)];
  const only = (some: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] => {
    const kept = new Kept<string>(mostValues, mostCharacters);
    for (const each of some) if (!others.has(each)) kept.add(() => cutText(each));
    return kept.list;
  };
  return { raw: before.size, rendered: after.size, added: only(after, before), removed: only(before, after) };
}

const wordsOf = ({ html }: PageForm): number => html?.facts?.text.words ?? html?.words ?? 0;
const imagesOf = ({ html }: PageForm): number =>
  html?.facts ? (html.facts.images?.length ?? 0) + (html.facts.dropped?.['images'] ?? 0) : 0;

/** By the hash of the readable text. Where a page has none, by the number of words. */
function sameText(raw: PageForm, rendered: PageForm): boolean {
  const [before, after] = [raw.html?.facts?.textHash, rendered.html?.facts?.textHash];
  return before !== undefined || after !== undefined ? before === after : wordsOf(raw) === wordsOf(rendered);
}

function lostResources(
  requests: readonly PageRequest[],
  kind: 'blocked' | 'failed',
  lineOf: Readings['lineOf'],
): Kept<LostResource> {
  const kept = new Kept<LostResource>(mostLost, mostCharacters);
  const seen = new Set<string>();
  for (const { outcome, url, type, seq, detail } of requests) {
    if (outcome !== kind || seen.has(url)) continue;
    seen.add(url);
    kept.add(() => {
      const robots = lineOf(seq);
      return { url: cutUrl(url), type, seq, detail: cutMessage(detail), ...(robots ? { robots } : {}) };
    });
  }
  return kept;
}

function movedFrom(url: string, now: string): Pick<RenderedFacts, 'movedTo'> {
  const [from, to] = [normalizeUrl(url), normalizeUrl(now)];
  return to.kind === 'url' && from.kind === 'url' && to.url !== from.url ? { movedTo: cutUrl(to.url) } : {};
}
