import type { FormFact } from '#shared/model/page-facts.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { ATTR, TAG } from '../names.ts';
import type { Tag } from '../scanner.ts';
import type { Kept } from './lists.ts';
import type { Notes } from './notes.ts';
import type { OpenElements } from './open-elements.ts';

const mostForms = 50;
const mostFields = 300;
/** Input types that need no label. */
const unlabelled = new Set(['hidden', 'submit', 'reset', 'button', 'image']);

interface Field {
  readonly id: string;
  readonly text: string;
  readonly at: readonly [number, number];
}

/** Forms, and fields and buttons without a name (HTML-AAM, "Accessible name computation"). */
export class FormControls {
  readonly forms: FormFact[] = [];
  readonly #attributes: AttributeReader;
  readonly #open: OpenElements;
  readonly #kept: Kept;
  readonly #notes: Notes;
  #labelled: Set<string> | null = null;
  readonly #fields: Field[] = [];
  #button: { readonly at: readonly [number, number]; hasName: boolean } | null = null;

  constructor(attributes: AttributeReader, open: OpenElements, kept: Kept, notes: Notes) {
    this.#attributes = attributes;
    this.#open = open;
    this.#kept = kept;
    this.#notes = notes;
  }

  form(tag: Tag, at: readonly [number, number]): void {
    this.#kept.add(this.forms, 'forms', mostForms, () => ({ action: this.#attributes.href(tag, ATTR.action).slice(0, 500), at }));
  }

  label(tag: Tag): void {
    if (!tag.has(ATTR.for)) return;
    this.#labelled ??= new Set();
    if (this.#labelled.size < mostFields) this.#labelled.add(this.#attributes.value(tag, ATTR.for).slice(0, 200));
  }

  /** An input, select or textarea. */
  field(tag: Tag, at: readonly [number, number]): void {
    const type = tag.id === TAG.input ? this.#attributes.value(tag, ATTR.type).trim().toLowerCase() : '';
    if (type === 'password' && this.forms.length > 0 && this.#open.has(TAG.form))
      this.forms[this.forms.length - 1] = { ...(this.forms.at(-1) as FormFact), hasPassword: true };
    if (type === 'image' && !this.#hasLabel(tag) && this.#attributes.alt(tag) === '')
      this.#notes.add('button-without-name', 'input', at);
    if (unlabelled.has(type) || this.#hasLabel(tag) || this.#open.has(TAG.label)) return;
    const id = tag.has(ATTR.id) ? this.#attributes.value(tag, ATTR.id).slice(0, 200) : '';
    const name = tag.id === TAG.input ? 'input' : tag.id === TAG.select ? 'select' : 'textarea';
    this.#kept.add(this.#fields, 'fields', mostFields, () => ({
      id,
      text: type === '' ? name : `${name} ${type.slice(0, 20)}`,
      at,
    }));
  }

  get hasOpenButton(): boolean {
    return this.#button !== null;
  }

  openButton(tag: Tag, at: readonly [number, number]): void {
    this.closeButton();
    this.#button = { at, hasName: this.#hasLabel(tag) };
  }

  /** Text, or the alternative text of an image, inside the open button. The end of an element around the button ends it too. */
  named(): void {
    if (this.#button === null) return;
    if (this.#open.has(TAG.button)) this.#button.hasName = true;
    else this.closeButton();
  }

  /** An element with aria-label, as an icon inside the open button. */
  labelled(tag: Tag): void {
    if (this.#button !== null && !this.#button.hasName && this.#attributes.value(tag, ATTR.ariaLabel).trim() !== '') this.named();
  }

  closeButton(): void {
    if (this.#button !== null && !this.#button.hasName) this.#notes.add('button-without-name', 'button', this.#button.at);
    this.#button = null;
  }

  /** Labels may come after their fields. */
  finish(): void {
    this.closeButton();
    for (const { id, text, at } of this.#fields)
      if (id === '' || !this.#labelled?.has(id)) this.#notes.add('field-without-label', text, at);
  }

  #hasLabel(tag: Tag): boolean {
    return [ATTR.ariaLabel, ATTR.ariaLabelledby, ATTR.title].some(
      attribute => tag.has(attribute) && this.#attributes.value(tag, attribute).trim() !== '',
    );
  }
}
