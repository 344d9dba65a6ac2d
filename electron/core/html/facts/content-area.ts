import type { AttributeReader } from '../attribute-reader.ts';
import { ATTR } from '../names.ts';
import type { Tag } from '../scanner.ts';

/** Which elements are main content, and which are not, as selectors: `article`, `.post`, `#content`, `div.post`, `div#content`. */
export interface ContentArea {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Selectors of each kind, and characters of one. */
export const mostSelectors = 50;
export const longestSelector = 100;

const SELECTOR = /^([a-z][a-z0-9-]*)?(?:([.#])([^\s.#,>+~[\]:()"'*]+))?$/i;

interface Selector {
  /** Lower case; '' for any element. */
  readonly name: string;
  /** '' for any. A class or id is compared as written, as CSS does in standards mode. */
  readonly id: string;
  readonly className: string;
}

/** A selector for the content area; null for a text that is none. */
export function parseContentSelector(text: string): Selector | null {
  const trimmed = text.trim();
  const match = trimmed === '' || trimmed.length > longestSelector ? null : SELECTOR.exec(trimmed);
  if (!match) return null;
  const [, name = '', sign = '', word = ''] = match;
  return { name: name.toLowerCase(), id: sign === '#' ? word : '', className: sign === '.' ? word : '' };
}

const parsed = (texts: readonly string[]): Selector[] => texts.flatMap(text => parseContentSelector(text) ?? []);

export type ContentMark = 'include' | 'exclude' | '';

/** Says of each element whether the user made it main content or left it out. */
export class ContentRules {
  readonly #text: string;
  readonly #attributes: AttributeReader;
  readonly #include: readonly Selector[];
  readonly #exclude: readonly Selector[];

  constructor({ include, exclude }: ContentArea, text: string, attributes: AttributeReader) {
    this.#text = text;
    this.#attributes = attributes;
    this.#include = parsed(include);
    this.#exclude = parsed(exclude);
  }

  markOf(tag: Tag): ContentMark {
    if (this.#exclude.some(selector => this.#matches(selector, tag))) return 'exclude';
    return this.#include.some(selector => this.#matches(selector, tag)) ? 'include' : '';
  }

  #matches({ name, id, className }: Selector, tag: Tag): boolean {
    if (name !== '' && !this.#isNamed(name, tag)) return false;
    if (id !== '' && !(tag.has(ATTR.id) && this.#attributes.value(tag, ATTR.id) === id)) return false;
    if (className === '') return true;
    if (!tag.has(ATTR.class)) return false;
    return ` ${this.#attributes.value(tag, ATTR.class).replace(/[\t\n\f\r]/g, ' ')} `.includes(` ${className} `);
  }

  #isNamed(name: string, { nameStart, nameEnd }: Tag): boolean {
    return nameEnd - nameStart === name.length && this.#text.slice(nameStart, nameEnd).toLowerCase() === name;
  }
}
