import { changeKindWords, changeWords, flipsOf, flipWords } from '#shared/explain/comparison.ts';
import { titleOf } from '#shared/explain/describe.ts';
import {
  type ChangeGroup,
  type ComparisonFound,
  type ComparisonSoFar,
  type Flip,
  flipNames,
  type MissingGroup,
} from '#shared/model/comparison.ts';
import { countWords, hostOf, percent, plural, shortUrl } from '../../ui/text/format.ts';

/** A group as the list shows it: a change, or URLs that one crawl lacks. */
export interface ShownGroup {
  readonly id: number;
  readonly part: 'changed' | 'gone' | 'new';
  readonly urls: number;
  readonly inlinks: number;
  /** What kind of thing changed. */
  readonly kind: string;
  /** What changed; for URLs of one crawl what became of them there. */
  readonly text: string;
  readonly flips: readonly Flip[];
  readonly change: ChangeGroup | null;
}

export type GroupOrder = 'urls' | 'inlinks';

/** What changed, without the name of its kind, which the view shows next to it. */
function textOf(change: ChangeGroup): string {
  const { edit, before, after } = change;
  if (edit === 'target') return `${shortUrl(before, after)} → ${shortUrl(after, before)}`;
  const words = changeWords(change);
  const kind = `${changeKindWords(change.kind)}: `;
  if (words.startsWith(kind)) return words.slice(kind.length);
  return change.kind === 'robots'
    ? words.slice(words.indexOf(': ', words.indexOf(change.origin) + change.origin.length) + 2)
    : words;
}

/** A change as lists show it. */
export const changed = (change: ChangeGroup): ShownGroup => ({
  id: change.id,
  part: 'changed',
  urls: change.urls,
  inlinks: change.inlinks,
  kind: change.kind === 'robots' ? `robots.txt of ${hostOf(change.origin)}` : changeKindWords(change.kind),
  text: textOf(change),
  flips: flipsOf(change),
  change,
});

const missing =
  (part: 'gone' | 'new') =>
  ({ id, urls, inlinks, reason }: MissingGroup): ShownGroup => ({
    id,
    part,
    urls,
    inlinks,
    kind: '',
    text: titleOf(reason),
    flips: [],
    change: null,
  });

/** All groups in the order of the list, only those with this flip if one is named. */
export function shownGroups(found: ComparisonFound, order: GroupOrder, flip: Flip | null): ShownGroup[] {
  const by = (a: ShownGroup, b: ShownGroup): number => b[order] - a[order] || b.urls - a.urls;
  const changes = found.groups.map(changed).sort(by);
  if (flip !== null) return changes.filter(each => each.flips.includes(flip));
  return [...changes, ...found.onlyBefore.map(missing('gone')).sort(by), ...found.onlyAfter.map(missing('new')).sort(by)];
}

/** Numbers of URLs by kind of difference, over all listed groups. Kinds without a URL are omitted. */
export function flipCounts({ groups }: ComparisonFound): readonly { readonly name: Flip; readonly urls: number }[] {
  const sums = new Map<Flip, number>();
  for (const group of groups) for (const name of flipsOf(group)) sums.set(name, (sums.get(name) ?? 0) + (group.flips[name] ?? 0));
  const place = (name: Flip): number => (flipNames as readonly string[]).indexOf(name) >>> 0;
  return [...sums].map(([name, urls]) => ({ name, urls })).sort((a, b) => place(a.name) - place(b.name));
}

export const flipCountWords = (name: Flip, urls: number): string => `${countWords(urls)} ${flipWords(name).words}`;

/** The same for a running comparison, without the number of changes, because some are joined at the end. */
export const soFarWords = ({ flipped, retargeted, both }: ComparisonSoFar): string =>
  `${countWords(flipped + retargeted)} of ${plural(both, 'URL')} in both crawls differ so far.`;

/** '12 of 5,000 URLs in both crawls (<1 %) differ, by 3 changes.', 'No differences in 5,000 URLs.' */
export function foundWords(found: ComparisonFound): string {
  const { flipped, retargeted, groupCount, both, onlyBefore, onlyAfter } = found;
  const differ = flipped + retargeted;
  if (differ > 0)
    return `${countWords(differ)} of ${plural(both, 'URL')} in both crawls (${percent(differ, both)}) ${differ === 1 ? 'differs' : 'differ'}, by ${plural(groupCount, 'change')}.`;
  if (onlyBefore.length + onlyAfter.length > 0) return `No differences in the ${plural(both, 'URL')} that both crawls have.`;
  return `No differences in ${plural(both, 'URL')}.`;
}
