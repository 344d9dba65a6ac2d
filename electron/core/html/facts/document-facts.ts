import type { DocumentNote } from '#shared/model/page-facts.ts';
import { TAG } from '../names.ts';
import type { PageText } from '../page-text.ts';
import type { Tag } from '../scanner.ts';

const longestDoctype = 200;

/** The doctype of a page: 'html' for today's, others as written; undefined for none before the first tag or text. */
export function doctypeOf(page: PageText): string | undefined {
  const { text } = page;
  let at = 0;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 32) at++;
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      if (end < 0) return undefined;
      at = end + 3;
    } else if (text.startsWith('<?', at)) {
      const end = text.indexOf('>', at);
      if (end < 0) return undefined;
      at = end + 1;
    } else break;
  }
  if (text.slice(at, at + 9).toLowerCase() !== '<!doctype') return undefined;
  const end = text.indexOf('>', at);
  const said = page.slice(at + 9, Math.min(end < 0 ? text.length : end, at + 9 + longestDoctype)).trim();
  return said.toLowerCase() === 'html' ? 'html' : said.replace(/\s+/g, ' ');
}

/** The tags html, head and body as they are written, not as a parser makes them up. */
export class DocumentFacts {
  readonly #notes: DocumentNote[] = [];
  #htmlTags = 0;
  #headTags = 0;
  #bodyTags = 0;
  #headEnds = 0;
  #hasContent = false;
  #hasMain = false;

  note(note: DocumentNote): void {
    if (!this.#notes.includes(note)) this.#notes.push(note);
  }

  main(): void {
    this.#hasMain = true;
  }

  tag(tag: Tag): void {
    switch (tag.id) {
      case TAG.html:
        this.#htmlTags += 1;
        if (this.#htmlTags === 1 && this.#bodyTags > 0) this.note('body-before-html');
        break;
      case TAG.head:
        this.#headTags += 1;
        if (this.#headTags === 2) this.note('head-repeated');
        if (this.#headTags === 1 && this.#hasContent) this.note('content-before-head');
        break;
      case TAG.body:
        this.#bodyTags += 1;
        if (this.#bodyTags === 2) this.note('body-repeated');
        break;
      default:
        this.#hasContent = true;
    }
  }

  headEnd(): void {
    this.#headEnds += 1;
  }

  text(): void {
    this.#hasContent = true;
  }

  /** `hasFrames`: a frameset replaces the body. */
  finish(hasFrames: boolean): readonly DocumentNote[] | undefined {
    if (this.#htmlTags === 0) this.note('html-missing');
    if (this.#headTags === 0) this.note('head-missing');
    else if (this.#headEnds === 0 && this.#bodyTags === 0 && !hasFrames) this.note('head-end-missing');
    if (this.#bodyTags === 0 && !hasFrames) this.note('body-missing');
    if (!this.#hasMain) this.note('no-main');
    return this.#notes.length === 0 ? undefined : this.#notes;
  }
}
