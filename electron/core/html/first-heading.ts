import type { Located } from '#shared/model/page.ts';
import type { AttributeReader } from './attribute-reader.ts';
import { TAG } from './names.ts';
import type { Tag } from './scanner.ts';
import { longestText, TextCollector } from './text-collector.ts';
import type { VisibleText } from './visible-text.ts';

/** Counts the h1 elements and keeps the text of the first. */
export class FirstHeading {
  count = 0;
  value: Located | null = null;

  readonly #attributes: AttributeReader;
  readonly #visible: VisibleText;

  constructor(attributes: AttributeReader, visible: VisibleText) {
    this.#attributes = attributes;
    this.#visible = visible;
  }

  /** The start tag of a heading of any level. It ends the heading before it. */
  open(tag: Tag): void {
    this.close();
    if (tag.id !== TAG.h1) return;
    this.count++;
    if (this.value !== null) return;
    this.value = { value: '', at: this.#attributes.place(tag) };
    this.#visible.heading = new TextCollector(longestText);
  }

  close(): void {
    if (this.#visible.heading === null || this.value === null) return;
    this.value = { value: this.#visible.heading.value, at: this.value.at };
    this.#visible.heading = null;
  }
}
