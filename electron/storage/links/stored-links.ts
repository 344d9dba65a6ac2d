import { LinkForm } from '#core/audit/link-form.ts';
import { linkColumns, type PageLinks } from '#core/audit/source.ts';
import { isRendered, unpackLinkFacts } from '#core/html/facts/link-facts.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { TextsByNumber } from '../file/words.ts';
import type { LinkKinds } from './link-kinds.ts';
import { LinkReader } from './page-links.ts';

/** The largest number of a column. Only a damaged file has larger ones. */
const most = 2 ** 31 - 1;
/** Forms that are kept for the pages that follow. A site has a few hundred. */
const mostForms = 20_000;

/** Reads packed links into columns for the audit. Links after a damaged one are left out. */
export class StoredLinks {
  readonly #words: TextsByNumber;
  readonly #kinds: LinkKinds;
  readonly #forms = new Map<string, LinkForm>();

  constructor(words: TextsByNumber, kinds: LinkKinds) {
    this.#words = words;
    this.#kinds = kinds;
  }

  read(packed: Buffer | null): PageLinks {
    if (packed === null) return none;
    const reader = new LinkReader(packed, this.#words);
    const numbers = new Int32Array(reader.count * linkColumns);
    const forms: LinkForm[] = [];
    const texts = new Int32Array(reader.count);
    let at = 0;
    while (reader.next()) {
      // Links that only the rendered page has come last. They stand nowhere in the response, which the checks read.
      if (isRendered(reader.facts)) break;
      const { to, form, start, end } = reader;
      if (form === forms.length) forms.push(this.#formOf(reader));
      numbers[at] = to <= most ? to : -1;
      numbers[at + 1] = form;
      numbers[at + 2] = Math.min(start, most);
      numbers[at + 3] = Math.min(end, most);
      texts[reader.seq] = reader.textPlace;
      at += linkColumns;
    }
    return new ReadLinks(reader, { count: at / linkColumns, numbers, forms, texts });
  }

  #formOf(reader: LinkReader): LinkForm {
    const { kind, facts, rel } = reader;
    const key = `${kind} ${facts} ${rel}`;
    let found = this.#forms.get(key);
    if (found === undefined) {
      found = new LinkForm(this.#kinds.nameOf(kind) as LinkKind, rel, unpackLinkFacts(facts));
      if (this.#forms.size < mostForms) this.#forms.set(key, found);
    }
    return found;
  }
}

class ReadLinks implements PageLinks {
  readonly count: number;
  readonly numbers: Int32Array;
  readonly forms: readonly LinkForm[];
  readonly #reader: LinkReader;
  /** Where the text of each link stands. */
  readonly #texts: Int32Array;

  constructor(
    reader: LinkReader,
    { count, numbers, forms, texts }: Pick<PageLinks, 'count' | 'numbers' | 'forms'> & { readonly texts: Int32Array },
  ) {
    this.#reader = reader;
    this.count = count;
    this.numbers = numbers;
    this.forms = forms;
    this.#texts = texts;
  }

  text(at: number): string {
    return this.#reader.textAt(this.#texts[at] as number);
  }

  word(at: number): number {
    return this.#reader.wordAt(this.#texts[at] as number);
  }
}

const none: PageLinks = { count: 0, numbers: new Int32Array(0), forms: [], text: () => '', word: () => 0 };
