import type { Located } from '#shared/model/page.ts';
import type { AttributeReader } from './attribute-reader.ts';
import type { PageFactsCollector } from './facts/page-facts.ts';
import { TAG } from './names.ts';
import type { Tag } from './scanner.ts';
import { longestText, TextCollector } from './text-collector.ts';
import type { VisibleText } from './visible-text.ts';

/** Counts the h1 elements and keeps the text of the first; passes the text of every heading to the audit facts. */
export class FirstHeading {
  count = 0;
  value: Located | null = null;
  /** The open heading is the first h1. */
  #isFirst = false;

  readonly #attributes: AttributeReader;
  readonly #visible: VisibleText;

  readonly #facts: PageFactsCollector | null;

  constructor(attributes: AttributeReader, visible: VisibleText, facts: PageFactsCollector | null) {
    this.#attributes = attributes;
    this.#visible = visible;
    this.#facts = facts;
  }

  /** The start tag of a heading of any level. It ends the heading before it. */
  open(tag: Tag): void {
    this.close();
    if (this.#facts !== null) {
      const { start, end } = this.#attributes.place(tag);
      this.#facts.headings.open(tag.id - TAG.h1 + 1, [start, end]);
      this.#visible.heading = new TextCollector(longestText);
    }
    if (tag.id !== TAG.h1) return;
    this.#facts?.topHeading();
    this.count++;
    if (this.value !== null) return;
    this.value = { value: '', at: this.#attributes.place(tag) };
    this.#isFirst = true;
    this.#visible.heading ??= new TextCollector(longestText);
  }

  close(): void {
    if (this.#visible.heading === null) return;
    const text = this.#visible.heading.value;
    this.#visible.heading = null;
    this.#facts?.headings.close(text);
    if (!this.#isFirst || this.value === null) return;
    this.#isFirst = false;
    this.value = { value: text, at: this.value.at };
  }
}
