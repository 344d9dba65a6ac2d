import type { AttributeReader } from '../attribute-reader.ts';
import { ATTR, TAG } from '../names.ts';
import type { PageText } from '../page-text.ts';
import type { Tag } from '../scanner.ts';
import { ariaAttributes, ariaRoles } from './aria.ts';
import { base64, fnv, type Kept } from './lists.ts';
import type { Notes } from './notes.ts';
import { masksOf } from './structured-marks.ts';

const mostIds = 20_000;
const mostKeys = 100;
const wide = 480;
const pluginTypes = /flash|shockwave|java|silverlight|director|x-pdf-viewer/i;
const pluginFiles = /\.(swf|class|jar|xap|dcr)([?#]|$)/i;

type At = readonly [number, number];

const looked = masksOf(['id', 'name', 'role', 'style', 'tabindex', 'accesskey']);

/** Whether `ElementChecks.element` may have something to report about a tag. */
export const mayBeChecked = (tag: Tag): boolean =>
  ((tag.mask & looked.mask) | (tag.mask2 & looked.mask2)) !== 0 || tag.ariaEnd > 0;

/** Looks at single elements: ids, roles, keys, plug-ins, widths. Each note is a fact, not a verdict. */
export class ElementChecks {
  readonly #page: PageText;
  readonly #attributes: AttributeReader;
  readonly #notes: Notes;
  readonly #kept: Kept;
  readonly #ids = new Set<number>();
  #keys: Set<string> | null = null;

  constructor(page: PageText, attributes: AttributeReader, notes: Notes, kept: Kept) {
    this.#page = page;
    this.#attributes = attributes;
    this.#notes = notes;
    this.#kept = kept;
  }

  /** Looks at the attributes that any element may have. Most elements have none of them. */
  element(tag: Tag): void {
    const attributes = this.#attributes;
    if (tag.has(ATTR.id)) this.#id(tag, attributes.value(tag, ATTR.id));
    if (tag.id === TAG.a && tag.has(ATTR.name)) this.#remember(attributes.value(tag, ATTR.name));
    if (tag.has(ATTR.role)) this.#role(tag, attributes.value(tag, ATTR.role).slice(0, 200));
    if (tag.ariaEnd > 0) {
      const name = this.#page.slice(tag.ariaStart, Math.min(tag.ariaEnd, tag.ariaStart + 60)).toLowerCase();
      if (!ariaAttributes.has(name)) this.#notes.add('unknown-aria', name, this.#at(tag));
    }
    if (tag.has(ATTR.style)) this.#style(tag, attributes.value(tag, ATTR.style).slice(0, 2_000));
    if ((tag.mask2 & looked.mask2) !== 0) this.#rare(tag);
  }

  media(tag: Tag, at: At): void {
    if (tag.has(ATTR.autoplay) && !tag.has(ATTR.muted)) this.#notes.add('autoplay-with-sound', nameOf(tag), at);
    if (tag.id === TAG.video && !tag.has(ATTR.poster)) this.#notes.add('video-without-poster', '', at);
  }

  frame(tag: Tag, at: At): void {
    const isNamed = [ATTR.title, ATTR.ariaLabel, ATTR.ariaLabelledby].some(
      attribute => tag.has(attribute) && this.#attributes.value(tag, attribute).trim() !== '',
    );
    const isHidden = tag.has(ATTR.ariaHidden) && this.#attributes.value(tag, ATTR.ariaHidden).trim() === 'true';
    if (!isNamed && !isHidden) this.#notes.add('frame-without-title', nameOf(tag), at);
    this.width(tag, 'iframe', at);
  }

  width(tag: Tag, name: string, at: At): void {
    if (!tag.has(ATTR.width)) return;
    const value = this.#attributes.value(tag, ATTR.width).trim();
    const width = Number.parseInt(value, 10);
    if (width > wide && !value.endsWith('%') && !/max-width\s*:/i.test(this.#attributes.value(tag, ATTR.style).slice(0, 2_000)))
      this.#notes.add('fixed-width', `${name} ${width}px`, at);
  }

  plugin(tag: Tag, at: At): void {
    const type = this.#attributes.value(tag, ATTR.type).slice(0, 100);
    const source = this.#attributes.value(tag, tag.id === TAG.object ? ATTR.data : ATTR.src).slice(0, 500);
    if (tag.id === TAG.applet || pluginTypes.test(type) || pluginFiles.test(source)) this.#notes.add('plug-in', nameOf(tag), at);
  }

  /** Hashes of all ids and names of anchors, little endian, base64; undefined for none. */
  idHashes(): string | undefined {
    if (this.#ids.size === 0) return undefined;
    const bytes = new Uint8Array(this.#ids.size * 4);
    let at = 0;
    for (const hash of this.#ids) {
      bytes[at++] = hash & 255;
      bytes[at++] = (hash >>> 8) & 255;
      bytes[at++] = (hash >>> 16) & 255;
      bytes[at++] = hash >>> 24;
    }
    return base64(bytes);
  }

  #id(tag: Tag, value: string): void {
    if (value === '') return;
    const hash = fnv(value);
    if (this.#ids.has(hash)) this.#notes.add('duplicate-id', value, this.#at(tag));
    else this.#remember(value);
  }

  #remember(value: string): void {
    if (value === '') return;
    if (this.#ids.size < mostIds) this.#ids.add(fnv(value));
    else this.#kept.drop('ids');
  }

  #role(tag: Tag, value: string): void {
    const unknown = value
      .toLowerCase()
      .split(/[\t\n\f\r ]+/)
      .find(role => role !== '' && !ariaRoles.has(role));
    if (unknown !== undefined) this.#notes.add('unknown-role', unknown, this.#at(tag));
  }

  #style(tag: Tag, style: string): void {
    // A name says that the picture is content; others decorate.
    const isNamed =
      tag.has(ATTR.ariaLabel) || (tag.has(ATTR.role) && this.#attributes.value(tag, ATTR.role).trim().toLowerCase() === 'img');
    if (isNamed && /background(-image)?\s*:[^;]*url\(/i.test(style))
      this.#notes.add('background-image', nameOf(tag), this.#at(tag));
    if (tag.id !== TAG.table && tag.id !== TAG.iframe && tag.id !== TAG.img) return;
    const width = /(^|[;\s])width\s*:\s*(\d{3,6})px/i.exec(style)?.[2];
    if (width !== undefined && Number(width) > wide && !/max-width\s*:/i.test(style))
      this.#notes.add('fixed-width', `${nameOf(tag)} ${width}px`, this.#at(tag));
  }

  #rare(tag: Tag): void {
    if (tag.has(ATTR.tabindex)) {
      const value = this.#attributes.value(tag, ATTR.tabindex).trim();
      if (/^\+?0*[1-9]/.test(value)) this.#notes.add('positive-tabindex', value, this.#at(tag));
    }
    if (!tag.has(ATTR.accesskey)) return;
    const key = this.#attributes.value(tag, ATTR.accesskey).trim().toLowerCase().slice(0, 20);
    if (key === '') return;
    this.#keys ??= new Set();
    if (this.#keys.has(key)) this.#notes.add('repeated-accesskey', key, this.#at(tag));
    else if (this.#keys.size < mostKeys) this.#keys.add(key);
  }

  #at(tag: Tag): At {
    const { start, end } = this.#attributes.place(tag);
    return [start, end];
  }
}

const names = new Map<number, string>([
  [TAG.img, 'img'],
  [TAG.table, 'table'],
  [TAG.iframe, 'iframe'],
  [TAG.frame, 'frame'],
  [TAG.video, 'video'],
  [TAG.audio, 'audio'],
  [TAG.object, 'object'],
  [TAG.embed, 'embed'],
  [TAG.applet, 'applet'],
  [TAG.div, 'div'],
]);
const nameOf = (tag: Tag): string => names.get(tag.id) ?? '';
