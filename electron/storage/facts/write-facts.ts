import {
  type AlternateFact,
  type CanonicalFact,
  type ElementNoteKind,
  elementNotes,
  type FormFact,
  type HeadingFact,
  type ImageFact,
  type NamedMeta,
  type PageFacts,
  type Place,
  type PlacedHref,
  type PlacedText,
  type TextFacts,
} from '#shared/model/page-facts.ts';
import type { PackedWriter } from '../file/packed-text.ts';
import type { NewLink } from '../links/page-links.ts';
import type { OwnNumbers } from './own-texts.ts';
import { areas, oddReasons, ownTextsForm, packedForm, section } from './sections.ts';
import { writeStructured } from './structured-facts.ts';

/** Fragments of links that are kept of a page, and the characters of each. */
const mostFragments = 500;
const longestFragment = 200;

const noteNumbers: ReadonlyMap<ElementNoteKind, number> = new Map(elementNotes.map((kind, number) => [kind, number]));

/** Writes the facts of a page as the blob of `page.facts`. All facts that are stored pass here. */
export class FactsWriter {
  readonly #to: PackedWriter;
  /** The numbers of the sections. */
  readonly #tags: number[] = [];
  /** Where the entry before starts. */
  #start = 0;
  #own: OwnNumbers | null = null;

  constructor(to: PackedWriter) {
    this.#to = to;
  }

  /**
   * `links`: those of the page as they are stored; their fragments are facts. `own`: the texts that the page has as columns, which the facts refer to.
   * The bytes are valid until the next call.
   */
  write(facts: PageFacts, links: readonly NewLink[], own: OwnNumbers | null = null): Buffer {
    const to = this.#to;
    this.#own = own;
    to.start(packedForm);
    this.#tags.length = 0;
    this.#page(facts);
    this.#text(facts.text);
    if (facts.document) this.#texts(section.document, facts.document);
    if (facts.bases) this.#hrefs(section.bases, facts.bases);
    if (facts.titles) this.#placedTexts(section.titles, facts.titles);
    if (facts.descriptions) this.#placedTexts(section.descriptions, facts.descriptions);
    if (facts.keywords) this.#placedTexts(section.keywords, facts.keywords);
    if (facts.viewports) this.#placedTexts(section.viewports, facts.viewports);
    if (facts.robots) this.#metas(section.robots, facts.robots);
    if (facts.social) this.#metas(section.social, facts.social);
    if (facts.canonicals) this.#canonicals(facts.canonicals);
    if (facts.hreflangs) this.#hreflangs(facts.hreflangs);
    if (facts.next) this.#hrefs(section.next, facts.next);
    if (facts.prev) this.#hrefs(section.prev, facts.prev);
    if (facts.amp) this.#hrefs(section.amp, facts.amp);
    if (facts.mobile) this.#hrefs(section.mobile, facts.mobile);
    if (facts.icons) this.#hrefs(section.icons, facts.icons);
    if (facts.feeds) this.#hrefs(section.feeds, facts.feeds);
    if (facts.headings) this.#headings(facts.headings);
    if (facts.images) this.#images(facts.images);
    if (facts.forms) this.#forms(facts.forms);
    if (facts.notes) this.#notes(facts.notes);
    if (facts.oddLinks) this.#oddLinks(facts.oddLinks);
    if (facts.paths) this.#texts(section.paths, facts.paths);
    this.#fragments(facts.fragments ?? fragmentsOf(links));
    if (facts.ids !== undefined) this.#encoded(section.ids, facts.ids, 'base64');
    if (facts.textHash !== undefined) this.#encoded(section.textHash, facts.textHash, 'hex');
    if (facts.structured) {
      writeStructured(to, facts.structured);
      this.#end(section.structured);
    }
    if (facts.dropped) this.#dropped(facts.dropped);
    // The last one: blocks of facts keep it apart.
    if (facts.signature !== undefined) this.#encoded(section.signature, facts.signature, 'base64');
    return this.#finish();
  }

  #begin(count: number): void {
    this.#to.integer(count);
    this.#start = 0;
  }

  #end(tag: number): void {
    this.#tags.push(tag);
    this.#to.endSection();
  }

  #finish(): Buffer {
    const to = this.#to;
    to.settle();
    const { sections } = to;
    const from = to.length;
    let start = 1;
    for (const [i, tag] of this.#tags.entries()) {
      const end = sections[i] as number;
      to.integer(tag);
      to.integer(end - start);
      start = end;
    }
    to.uint16(to.length - from);
    if (this.#own !== null && this.#own.used > 0) to.mark(ownTextsForm);
    return to.take();
  }

  /** A text that the page may have as a column. */
  #shared(text: string): void {
    const number = this.#own?.of(text) ?? 0;
    if (number > 0) this.#to.word(number);
    else this.#to.text(text);
  }

  #place([start, end]: Place): void {
    this.#to.signed(start - this.#start);
    this.#to.integer(end - start);
    this.#start = start;
  }

  #page(facts: PageFacts): void {
    const to = this.#to;
    const { doctype, lang, metaCharset, metaCharsetAt, metaCsp, metaReferrer, headEndedBy, refresh } = facts;
    this.#start = 0;
    to.integer(facts.elements);
    to.integer(facts.deepest);
    to.integer(
      bit(doctype, 1) |
        bit(lang, 2) |
        bit(metaCharset, 4) |
        bit(metaCharsetAt, 8) |
        bit(metaCsp, 16) |
        bit(metaReferrer, 32) |
        bit(headEndedBy, 64) |
        bit(refresh, 128) |
        bit(facts.isAmp, 256) |
        bit(facts.hasMark, 512),
    );
    if (doctype !== undefined) to.text(doctype);
    if (lang !== undefined) to.text(lang);
    if (metaCharset !== undefined) to.text(metaCharset);
    if (metaCharsetAt !== undefined) this.#place(metaCharsetAt);
    if (metaCsp !== undefined) to.text(metaCsp);
    if (metaReferrer !== undefined) to.text(metaReferrer);
    if (headEndedBy !== undefined) {
      to.integer(bit(headEndedBy.inBody, 1));
      to.text(headEndedBy.text);
      this.#place(headEndedBy.at);
    }
    if (refresh !== undefined) {
      to.integer(bit(refresh.inBody, 1));
      to.text(refresh.href);
      this.#place(refresh.at);
      to.real(refresh.seconds);
    }
    this.#end(section.page);
  }

  #text(text: TextFacts): void {
    const to = this.#to;
    const { language, confidence, flesch, lorem, notFound, errorText, copyright, excerpt } = text;
    to.integer(text.bytes);
    to.integer(text.characters);
    to.integer(text.words);
    to.integer(areas.indexOf(text.area));
    to.integer(
      bit(language, 1) |
        bit(confidence, 2) |
        bit(flesch, 4) |
        bit(lorem, 8) |
        bit(notFound, 16) |
        bit(errorText, 32) |
        bit(copyright, 64) |
        bit(excerpt, 128),
    );
    if (language !== undefined) to.text(language);
    if (confidence !== undefined) to.real(confidence);
    if (flesch !== undefined) to.real(flesch);
    if (lorem !== undefined) to.integer(lorem);
    if (notFound !== undefined) to.text(notFound);
    if (errorText !== undefined) to.text(errorText);
    if (copyright !== undefined) to.integer(copyright);
    if (excerpt !== undefined) to.text(excerpt);
    this.#end(section.text);
  }

  #texts(tag: number, texts: readonly string[]): void {
    this.#begin(texts.length);
    for (const text of texts) this.#to.text(text);
    this.#end(tag);
  }

  #placedTexts(tag: number, list: readonly PlacedText[]): void {
    this.#begin(list.length);
    for (const { text, at, inBody } of list) {
      this.#to.integer(bit(inBody, 1));
      this.#shared(text);
      this.#place(at);
    }
    this.#end(tag);
  }

  #hrefs(tag: number, list: readonly PlacedHref[]): void {
    this.#begin(list.length);
    for (const { href, at, inBody } of list) {
      this.#to.integer(bit(inBody, 1));
      this.#to.text(href);
      this.#place(at);
    }
    this.#end(tag);
  }

  #metas(tag: number, list: readonly NamedMeta[]): void {
    this.#begin(list.length);
    for (const { name, content, at, inBody } of list) {
      this.#to.integer(bit(inBody, 1));
      this.#to.text(name);
      this.#shared(content);
      this.#place(at);
    }
    this.#end(tag);
  }

  #canonicals(list: readonly CanonicalFact[]): void {
    this.#begin(list.length);
    for (const { href, at, inBody, extra } of list) {
      this.#to.integer(bit(inBody, 1) | bit(extra, 2));
      this.#shared(href);
      this.#place(at);
      if (extra !== undefined) this.#to.text(extra);
    }
    this.#end(section.canonicals);
  }

  #hreflangs(list: readonly AlternateFact[]): void {
    this.#begin(list.length);
    for (const { href, at, inBody, lang } of list) {
      this.#to.integer(bit(inBody, 1));
      this.#shared(href);
      this.#place(at);
      this.#to.text(lang);
    }
    this.#end(section.hreflangs);
  }

  #headings(list: readonly HeadingFact[]): void {
    this.#begin(list.length);
    for (const { level, text, at, alt } of list) {
      this.#to.integer(level * 2 + bit(alt, 1));
      this.#shared(text);
      this.#place(at);
    }
    this.#end(section.headings);
  }

  #images(list: readonly ImageFact[]): void {
    const to = this.#to;
    this.#begin(list.length);
    for (const { src, at, alt, sized, width, lazy, onlyLinkContent, decorative, modern } of list) {
      to.integer(
        bit(alt, 1) |
          bit(sized, 2) |
          bit(width, 4) |
          bit(lazy, 8) |
          bit(onlyLinkContent, 16) |
          bit(decorative, 32) |
          bit(modern, 64),
      );
      to.text(src);
      this.#place(at);
      if (alt !== undefined) to.text(alt);
      if (width !== undefined) to.real(width);
    }
    this.#end(section.images);
  }

  #forms(list: readonly FormFact[]): void {
    this.#begin(list.length);
    for (const { action, at, hasPassword } of list) {
      this.#to.integer(bit(hasPassword, 1));
      this.#to.text(action);
      this.#place(at);
    }
    this.#end(section.forms);
  }

  #notes(list: NonNullable<PageFacts['notes']>): void {
    this.#begin(list.length);
    for (const { kind, text, at } of list) {
      this.#to.integer(noteNumbers.get(kind) as number);
      this.#to.text(text);
      this.#place(at);
    }
    this.#end(section.notes);
  }

  #oddLinks(list: NonNullable<PageFacts['oddLinks']>): void {
    this.#begin(list.length);
    for (const { href, why, at } of list) {
      this.#to.integer(oddReasons.indexOf(why));
      this.#to.text(href);
      this.#place(at);
    }
    this.#end(section.oddLinks);
  }

  #fragments(list: NonNullable<PageFacts['fragments']>): void {
    if (list.length === 0) return;
    this.#begin(list.length);
    let before = 0;
    for (const [seq, fragment] of list) {
      this.#to.signed(seq - before);
      this.#to.text(fragment);
      before = seq;
    }
    this.#end(section.fragments);
  }

  /** Bytes that facts have as a text. */
  #encoded(tag: number, text: string, encoding: 'base64' | 'hex'): void {
    this.#to.encoded(text, encoding);
    this.#end(tag);
  }

  #dropped(dropped: Readonly<Record<string, number>>): void {
    const names = Object.keys(dropped);
    this.#begin(names.length);
    for (const name of names) {
      this.#to.text(name);
      this.#to.integer(dropped[name] as number);
    }
    this.#end(section.dropped);
  }
}

const bit = (value: unknown, weight: number): number => (value === undefined ? 0 : weight);

function fragmentsOf(links: readonly NewLink[]): (readonly [number, string])[] {
  const fragments: (readonly [number, string])[] = [];
  for (let seq = 0; seq < links.length && fragments.length < mostFragments; seq++) {
    const { fragment } = links[seq] as NewLink;
    if (fragment) fragments.push([seq, fragment.slice(0, longestFragment)]);
  }
  return fragments;
}
