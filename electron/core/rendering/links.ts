import type { PageLink } from '#shared/model/page.ts';
import type { BothLinks, ChangedLink, LinkOfOne } from '#shared/model/rendered-facts.ts';
import { isFollowedKind } from '../decision/admission.ts';
import { normalizeUrl } from '../url/normalize.ts';
import type { PageForm } from './reading.ts';
import { cutText, cutUrl, Kept } from './room.ts';
import type { PlaceOf } from './scripted.ts';

/** Links of each page that are compared. */
const mostLinks = 20_000;
const mostKept = 200;
const mostCharacters = 60_000;

/** The links of one page to one target: the first that stands for all, and every text and rel that they have. */
interface Target {
  readonly first: PageLink;
  readonly texts: Set<string>;
  readonly rels: Set<string>;
}

/**
 * What scripts do to the links that a crawler follows. Links are told apart by their targets. A link of both pages is changed if none of its
 * texts, or none of its rels, is the same; a link that leads elsewhere is found by a text that names one target in each page.
 */
export function compareLinks(raw: PageForm, rendered: PageForm, placeOf: PlaceOf): BothLinks {
  const [before, after] = [targetsOf(raw), targetsOf(rendered)];
  const kept = <T>() => new Kept<T>(mostKept, mostCharacters);
  const [added, removed, changed] = [kept<LinkOfOne>(), kept<LinkOfOne>(), kept<ChangedLink>()];
  for (const [url, { first }] of after.targets)
    if (!before.targets.has(url)) added.add(() => ({ ...linkOf(url, first), ...placeOf(first.at) }));
  for (const [url, { first }] of before.targets) {
    const now = after.targets.get(url);
    if (now === undefined) removed.add(() => linkOf(url, first));
    else
      for (const what of ['text', 'rel'] as const) {
        const [was, is] = what === 'text' ? [first.text, now.first.text] : [first.rel, now.first.rel];
        const others = what === 'text' ? now.texts : now.rels;
        if (!others.has(was))
          changed.add(() => ({ url: cutUrl(url), what, raw: cutText(was), rendered: cutText(is), ...placeOf(now.first.at) }));
      }
  }
  const [textBefore, textAfter] = [byText(before.targets), byText(after.targets)];
  for (const [text, was] of textBefore) {
    const is = textAfter.get(text);
    if (was === null || !is || was === is || after.targets.has(was) || before.targets.has(is)) continue;
    const place = placeOf(after.targets.get(is)?.first.at);
    changed.add(() => ({ url: cutUrl(was), what: 'target', raw: cutUrl(was), rendered: cutUrl(is), ...place }));
  }
  return {
    raw: before.targets.size,
    rendered: after.targets.size,
    added: added.list,
    removed: removed.list,
    changed: changed.list,
    addedCount: added.count,
    removedCount: removed.count,
    changedCount: changed.count,
    ...(before.isCut || after.isCut ? { isCut: true } : {}),
  };
}

const linkOf = (url: string, { text, rel }: PageLink): LinkOfOne => ({
  url: cutUrl(url),
  text: cutText(text),
  rel: cutText(rel),
});

function targetsOf({ html, baseUrl }: PageForm): { readonly targets: ReadonlyMap<string, Target>; readonly isCut: boolean } {
  const targets = new Map<string, Target>();
  let seen = 0;
  for (const link of html?.links ?? []) {
    if (!isFollowedKind(link.kind)) continue;
    if (++seen > mostLinks) break;
    const to = normalizeUrl(link.href, baseUrl);
    if (to.kind !== 'url' || !/^https?:/.test(to.url)) continue;
    const known = targets.get(to.url);
    if (known === undefined) targets.set(to.url, { first: link, texts: new Set([link.text]), rels: new Set([link.rel]) });
    else {
      known.texts.add(link.text);
      known.rels.add(link.rel);
    }
  }
  return { targets, isCut: seen > mostLinks || (html?.linksDropped ?? 0) > 0 };
}

/** The target that a link text names; null for a text that names several. */
function byText(targets: ReadonlyMap<string, Target>): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const [url, { texts }] of targets)
    for (const text of texts) if (text !== '') found.set(text, found.has(text) ? null : url);
  return found;
}
