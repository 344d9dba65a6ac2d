import type { RenderedAspect, RenderedFacts } from '../model/rendered-facts.ts';
import type { RenderingCounts } from '../model/rendering-view.ts';
import { figure } from './figure.ts';

/** What scripts change on a page, in words. */

/** Each difference as a noun. */
export const aspectWords: Readonly<Record<RenderedAspect, string>> = {
  title: 'title',
  description: 'description',
  h1: 'h1',
  canonical: 'canonical',
  robots: 'robots directives',
  hreflang: 'hreflang',
  structured: 'structured data',
  text: 'text',
  images: 'images',
  links: 'links',
  address: 'address',
};

const many = (count: number, one: string, more = `${one}s`): string => `${figure(count)} ${count === 1 ? one : more}`;

/** 'the title, 12 more links, 340 more words': what a page has only, or otherwise, after its scripts ran; '' for nothing. */
export function scriptChangeWords({ changes, links, words }: Pick<RenderedFacts, 'changes' | 'links' | 'words'>): string {
  const parts = changes.flatMap(aspect => {
    if (aspect === 'links')
      return [
        ...(links.addedCount > 0 ? [`${many(links.addedCount, 'more link')}`] : []),
        ...(links.removedCount > 0 ? [`${many(links.removedCount, 'link')} less`] : []),
        ...(links.changedCount > 0 ? [many(links.changedCount, 'changed link')] : []),
      ];
    if (aspect !== 'text') return [`the ${aspectWords[aspect]}`];
    const more = words.rendered - words.raw;
    return [more === 0 ? 'the text' : more > 0 ? many(more, 'more word') : `${many(-more, 'word')} less`];
  });
  return parts.join(', ');
}

/** 'links on 3, title on 1': what scripts change on how many pages; '' for nothing. */
export const changedPagesWords = (changes: RenderingCounts['changes']): string =>
  changes.map(({ aspect, pages }) => `${aspectWords[aspect]} on ${figure(pages)}`).join(', ');

const engineReads = {
  yes: 'This engine also reads the page after its scripts ran, which differs',
  no: 'This engine runs no scripts, so it does not see what they change',
  undocumented: 'Whether this engine sees what scripts change is not documented',
} as const;

/** What an engine sees of a page whose scripts change something. `changed`: see `scriptChangeWords`. */
export const engineScriptNote = (renders: keyof typeof engineReads, changed: string): string =>
  `${engineReads[renders]}: ${changed}.`;

/** A page that no script changes is the same to every engine; said of those that render. */
export const renderedSameNote = 'Scripts change nothing that Crawlscope compares.';

/** Resources of the rendering that another crawler may not fetch. `line` 0: no line of the file, but the file as a whole. */
export function blockedScriptsNote({
  count,
  first,
  line,
  rule,
}: {
  readonly count: number;
  readonly first: string;
  readonly line: number;
  readonly rule: string;
}): string {
  const by = line > 0 ? `robots.txt, line ${figure(line)} (${rule}),` : 'robots.txt';
  const others = count > 1 ? ` and ${many(count - 1, 'more resource')}` : '';
  return `${by} blocks ${first}${others} for this crawler, so its rendering may lack what they bring.`;
}
