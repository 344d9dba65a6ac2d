import { snippetOf } from '#core/text/snippet.ts';
import type { UrlFacts } from '#shared/model/explanation.ts';
import type { NamedMeta, PageFacts } from '#shared/model/page-facts.ts';
import type { CardText, PagePreview } from '#shared/model/preview.ts';

/** How a page may look in a search result and as a card of a social network. Null where it is no HTML page with a response. */
export function previewOf(url: string, known: UrlFacts | undefined, facts: PageFacts | null): PagePreview | null {
  if (!known || known.status === null || known.status >= 300 || !/html/.test(known.contentType ?? '')) return null;
  const title = facts?.titles?.find(({ text }) => text !== '')?.text ?? known.title ?? '';
  const description = facts?.descriptions?.find(({ text }) => text !== '')?.text ?? known.description ?? '';
  return {
    search: { address: addressWords(url), title: snippetOf(title, 'title'), description: snippetOf(description, 'description') },
    social: facts && cardOf(facts.social ?? [], { title, description }),
  };
}

/** 'example.com › shop › lamps', as results show it. */
function addressWords(url: string): string {
  const { host, pathname } = new URL(url);
  return [host, ...pathname.split('/').filter(part => part !== '')].join(' › ');
}

function cardOf(metas: readonly NamedMeta[], own: { readonly title: string; readonly description: string }) {
  const first = (...names: readonly string[]): CardText => {
    for (const name of names) {
      const meta = metas.find(each => each.name === name && each.content !== '');
      if (meta) return { text: meta.content, from: name };
    }
    return { text: '', from: '' };
  };
  const orOwn = (found: CardText, text: string, from: string): CardText =>
    found.text === '' && text !== '' ? { text, from } : found;
  return {
    title: orOwn(first('og:title', 'twitter:title'), own.title, 'title'),
    description: orOwn(first('og:description', 'twitter:description'), own.description, 'description'),
    image: first('og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
    site: first('og:site_name', 'twitter:site'),
    card: first('twitter:card').text,
  };
}
