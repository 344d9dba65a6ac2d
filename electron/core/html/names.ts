/**
 * The element and attribute names the extractor knows. The scanner turns a name into a small number while it reads it, by a
 * hash table without allocation: on a typical page that is most of the work.
 */

const TAGS = [
  '',
  'a',
  'area',
  'base',
  'basefont',
  'bgsound',
  'body',
  'br',
  'frame',
  'frameset',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'head',
  'html',
  'iframe',
  'img',
  'image',
  'link',
  'meta',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'embed',
  'p',
  'plaintext',
  'script',
  'source',
  'video',
  'audio',
  'track',
  'style',
  'template',
  'textarea',
  'title',
  'xmp',
  'svg',
  'math',
  'foreignobject',
  'desc',
  'metadata',
  'mi',
  'mo',
  'mn',
  'ms',
  'mtext',
  'mglyph',
  'malignmark',
  'annotation-xml',
  'font',
  // The rest of the elements that end foreign content.
  'b',
  'big',
  'blockquote',
  'center',
  'code',
  'dd',
  'div',
  'dl',
  'dt',
  'em',
  'hr',
  'i',
  'li',
  'listing',
  'menu',
  'nobr',
  'ol',
  'pre',
  'ruby',
  's',
  'small',
  'span',
  'strong',
  'strike',
  'sub',
  'sup',
  'table',
  'tt',
  'u',
  'ul',
  'var',
  // The rest of the inline elements, which do not separate words.
  'abbr',
  'acronym',
  'bdi',
  'bdo',
  'cite',
  'data',
  'del',
  'dfn',
  'ins',
  'kbd',
  'label',
  'mark',
  'q',
  'rb',
  'rp',
  'rt',
  'samp',
  'time',
  'wbr',
] as const;

const ATTRIBUTES = [
  'href',
  'src',
  'rel',
  'name',
  'content',
  'http-equiv',
  'charset',
  'lang',
  'hreflang',
  'srcset',
  'data',
  'action',
  'alt',
  'poster',
  'xlink:href',
  'encoding',
  'color',
  'face',
  'size',
] as const;

export type TagName = (typeof TAGS)[number];
export type AttributeName = (typeof ATTRIBUTES)[number];

const SIZE = 1024;

/** Hash of one more character; letters differ by case only in bit 5, which is set for all. */
export function hashStep(hash: number, c: number): number {
  return (Math.imul(hash, 31) + (c | 32)) | 0;
}

/** Finds known ASCII names, in any case, inside a larger string. */
export class NameTable {
  readonly #names: readonly string[];
  readonly #slots = new Int16Array(SIZE).fill(-1);

  constructor(names: readonly string[]) {
    this.#names = names;
    names.forEach((name, id) => {
      let hash = 0;
      for (let i = 0; i < name.length; i++) hash = hashStep(hash, name.charCodeAt(i));
      let slot = hash & (SIZE - 1);
      while (this.#slots[slot] !== -1) slot = (slot + 1) & (SIZE - 1);
      this.#slots[slot] = id;
    });
  }

  /** The index of text[start, end) among the names, given the hash made by hashStep over it; -1 when it is not one of them. */
  find(text: string, start: number, end: number, hash: number): number {
    let slot = hash & (SIZE - 1);
    for (;;) {
      const id = this.#slots[slot] as number;
      if (id < 0) return -1;
      if (this.#same(this.#names[id] as string, text, start, end)) return id;
      slot = (slot + 1) & (SIZE - 1);
    }
  }

  #same(name: string, text: string, start: number, end: number): boolean {
    if (name.length !== end - start) return false;
    for (let i = 0; i < name.length; i++) {
      let c = text.charCodeAt(start + i);
      if (c >= 65 && c <= 90) c |= 32;
      if (c !== name.charCodeAt(i)) return false;
    }
    return true;
  }
}

export const TAG_TABLE = new NameTable(TAGS);
export const ATTRIBUTE_TABLE = new NameTable(ATTRIBUTES);
export const TAG_COUNT = TAGS.length;
export const ATTRIBUTE_COUNT = ATTRIBUTES.length;

/** The number of an element name. */
export function tagId(name: TagName): number {
  return TAGS.indexOf(name);
}

/** The number of an attribute name. */
export function attributeId(name: AttributeName): number {
  return ATTRIBUTES.indexOf(name);
}

/** A lookup over element numbers, 1 for the members. Number 0, an unknown element, is never a member. */
export function tagSet(names: readonly TagName[]): Uint8Array {
  const set = new Uint8Array(TAG_COUNT);
  for (const name of names) set[tagId(name)] = 1;
  return set;
}

const T = tagId;
export const TAG = {
  a: T('a'),
  area: T('area'),
  base: T('base'),
  body: T('body'),
  br: T('br'),
  frame: T('frame'),
  form: T('form'),
  h1: T('h1'),
  head: T('head'),
  html: T('html'),
  iframe: T('iframe'),
  img: T('img'),
  image: T('image'),
  link: T('link'),
  meta: T('meta'),
  noscript: T('noscript'),
  object: T('object'),
  embed: T('embed'),
  p: T('p'),
  plaintext: T('plaintext'),
  script: T('script'),
  source: T('source'),
  video: T('video'),
  audio: T('audio'),
  track: T('track'),
  style: T('style'),
  template: T('template'),
  textarea: T('textarea'),
  title: T('title'),
  xmp: T('xmp'),
  svg: T('svg'),
  math: T('math'),
  annotationXml: T('annotation-xml'),
  font: T('font'),
  foreignObject: T('foreignobject'),
  desc: T('desc'),
  metadata: T('metadata'),
  mglyph: T('mglyph'),
  malignmark: T('malignmark'),
} as const;

const A = attributeId;
export const ATTR = {
  href: A('href'),
  src: A('src'),
  rel: A('rel'),
  name: A('name'),
  content: A('content'),
  httpEquiv: A('http-equiv'),
  charset: A('charset'),
  lang: A('lang'),
  hreflang: A('hreflang'),
  srcset: A('srcset'),
  data: A('data'),
  action: A('action'),
  alt: A('alt'),
  poster: A('poster'),
  xlinkHref: A('xlink:href'),
  encoding: A('encoding'),
  color: A('color'),
  face: A('face'),
  size: A('size'),
} as const;
