import type { ReportLogo } from '#shared/model/site-report.ts';

/**
 * HTML that is safe by construction. Text becomes markup only through `el`, which escapes it. Tags and attributes come from
 * closed lists without scripts, styles, forms or external links. So text from the site can never become an element.
 * The only image is `picture`, whose bytes are in the document.
 */

type Tag =
  | 'a'
  | 'bdi'
  | 'caption'
  | 'code'
  | 'dd'
  | 'div'
  | 'dl'
  | 'dt'
  | 'em'
  | 'footer'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'header'
  | 'li'
  | 'main'
  | 'mark'
  | 'nav'
  | 'ol'
  | 'p'
  | 'pre'
  | 'section'
  | 'span'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul';

interface Attributes {
  readonly class?: string;
  readonly id?: string;
  /** The id of an element of the same document. */
  readonly to?: string;
  readonly title?: string;
  readonly scope?: 'col' | 'row';
  readonly colspan?: number;
}

type Shape = 'line' | 'rect' | 'text';

/** Numbers are in units of the drawing. */
interface ShapeAttributes {
  readonly class?: string;
  readonly x?: number;
  readonly y?: number;
  readonly x1?: number;
  readonly y1?: number;
  readonly x2?: number;
  readonly y2?: number;
  readonly width?: number;
  readonly height?: number;
  readonly 'text-anchor'?: 'middle' | 'end';
}

const ownKey = Symbol('markup');

/** Content created by this module, which needs no further escaping. */
export class Markup {
  readonly #html: string;
  /** Only this module has the key, so other code cannot turn a string into Markup. */
  constructor(key: symbol, html: string) {
    if (key !== ownKey) throw new TypeError('Markup is made by el.');
    this.#html = html;
  }
  static element(tag: Tag, attributes: Attributes, content: readonly Content[]): Markup {
    return new Markup(ownKey, `<${tag}${attributesText(attributes)}>${content.map(Markup.html).join('')}</${tag}>`);
  }
  /** No element may be in a text of SVG: it would end the drawing. */
  static shape(tag: Shape, attributes: ShapeAttributes, text: string): Markup {
    return new Markup(ownKey, `<${tag}${attributesText(attributes)}>${escapedValue(text)}</${tag}>`);
  }
  static drawing(width: number, height: number, label: string, content: readonly Content[]): Markup {
    const open = `<svg role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-label="${escapedValue(label)}">`;
    return new Markup(ownKey, `${open}${content.map(Markup.html).join('')}</svg>`);
  }
  static picture({ type, base64 }: ReportLogo): Markup {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw new TypeError('A picture is given as base64.');
    return new Markup(
      ownKey,
      `<img class="logo" alt="" src="data:${type === 'image/png' ? type : 'image/jpeg'};base64,${base64}">`,
    );
  }
  static html(content: Content): string {
    if (content === null || content === undefined || content === false) return '';
    if (content instanceof Markup) return content.#html;
    if (typeof content === 'string') return escaped(content);
    if (typeof content === 'number') return escaped(String(content));
    return content.map(Markup.html).join('');
  }
}

export type Content = Markup | string | number | null | undefined | false | readonly Content[];

/** An element. Strings in it are text. */
export const el = (tag: Tag, attributes: Attributes, ...content: readonly Content[]): Markup =>
  Markup.element(tag, attributes, content);

/** A shape of a drawing. */
export const shape = (tag: 'line' | 'rect', attributes: ShapeAttributes): Markup => Markup.shape(tag, attributes, '');

/** A text in a drawing: one line. */
export const drawnText = (attributes: ShapeAttributes, text: string): Markup => Markup.shape('text', attributes, text);

/** A drawing (SVG). `label` says what it shows to those who do not see it. */
export const drawing = (width: number, height: number, label: string, ...content: readonly Content[]): Markup =>
  Markup.drawing(width, height, label, content);

/** A picture whose bytes are in the document. */
export const picture = (logo: ReportLogo): Markup => Markup.picture(logo);

/** Text from the crawled site, isolated so that its direction does not affect the sentence around it. */
export const foreign = (text: string): Markup => el('bdi', {}, text);

/** Like `foreign`, in the fixed-width font of URLs, headers and source. */
export const code = (text: string): Markup => el('code', {}, foreign(text));

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Characters that HTML would interpret as markup, and characters that hide or reorder text: C0 and C1 controls except
 * tab and LF, and bidirectional controls (Unicode Standard Annex 9, section 2). Also zero-width and other invisible
 * characters, tags and lone surrogates.
 */
const special =
  /[&<>"']|[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff]|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]|\p{Cs}/gu;

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** For text: replaces hidden characters with marked code points. */
const escaped = (text: string): string =>
  text.replace(special, found => entities[found] ?? `<span class="hidden">${codePoint(found)}</span>`);

/** For an attribute value in double quotes, which cannot contain elements. */
export const escapedValue = (text: string): string => text.replace(special, found => entities[found] ?? `‹${codePoint(found)}›`);

function attributesText({ to, ...rest }: Attributes & ShapeAttributes): string {
  let text = to === undefined ? '' : ` href="#${escapedValue(to)}"`;
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) text += ` ${name}="${escapedValue(String(value))}"`;
  return text;
}
