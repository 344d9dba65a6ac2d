import { breakoutNames, inlineNames } from './element-names.ts';

/**
 * The element and attribute names that the extractor knows. The scanner turns a name into a small number while it reads it, with
 * a hash table that allocates nothing: on a typical page this is most of the work.
 */

/** Elements that the page parser or the tree state refers to by name, besides the lists of `element-names.ts`. */
const OTHERS = [
  'area',
  'base',
  'bgsound',
  'frame',
  'frameset',
  'form',
  'html',
  'iframe',
  'image',
  'noembed',
  'noframes',
  'object',
  'plaintext',
  'source',
  'video',
  'audio',
  'track',
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
] as const;

/** Elements that only the audit facts need, or that the stack of open elements must know. */
const OF_AUDIT = [
  'article',
  'aside',
  'button',
  'canvas',
  'caption',
  'applet',
  'col',
  'fieldset',
  'figure',
  'footer',
  'header',
  'input',
  'legend',
  'main',
  'nav',
  'optgroup',
  'option',
  'param',
  'picture',
  'section',
  'select',
  'summary',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
] as const;

export type TagName = '' | (typeof OTHERS | typeof OF_AUDIT | typeof breakoutNames | typeof inlineNames)[number];
/** Number 0 is an unknown element. */
const TAGS: readonly TagName[] = [...new Set<TagName>(['', ...OTHERS, ...OF_AUDIT, ...breakoutNames, ...inlineNames])];

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
  'id',
  'role',
  'style',
  'width',
  'height',
  'loading',
  'target',
  'media',
  'type',
  'async',
  'defer',
  'property',
  'title',
  // From here on in the second mask.
  'tabindex',
  'accesskey',
  'autoplay',
  'muted',
  'for',
  'amp',
  'aria-label',
  'aria-labelledby',
  'aria-hidden',
  'method',
  'value',
  'itemscope',
  'itemtype',
  'itemprop',
  'itemid',
  'itemref',
  'typeof',
  'vocab',
  'resource',
  'prefix',
  'about',
  'datetime',
  'onclick',
  'class',
] as const;

export type AttributeName = (typeof ATTRIBUTES)[number];

const SIZE = 1024;

/** Hash of one more character; letters differ by case only in bit 5, which is set for all. */
export function hashStep(hash: number, c: number): number {
  return (Math.imul(hash, 31) + (c | 32)) | 0;
}

/** Finds known ASCII names, in any case, inside a larger string. */
export class NameTable {
  readonly names: readonly string[];
  /** A hash table of numbers, -1 for none. */
  readonly slots = new Int16Array(SIZE).fill(-1);

  constructor(names: readonly string[]) {
    this.names = names;
    names.forEach((name, id) => {
      let hash = 0;
      for (let i = 0; i < name.length; i++) hash = hashStep(hash, name.charCodeAt(i));
      let slot = hash & (SIZE - 1);
      while (this.slots[slot] !== -1) slot = (slot + 1) & (SIZE - 1);
      this.slots[slot] = id;
    });
  }

  /** The index of text[start, end) among the names, given the hash made by hashStep over it; -1 when it is not one of them. */
  find(text: string, start: number, end: number, hash: number): number {
    let slot = hash & (SIZE - 1);
    for (;;) {
      const id = this.slots[slot] as number;
      if (id < 0) return -1;
      if (this.#same(this.names[id] as string, text, start, end)) return id;
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
  article: T('article'),
  aside: T('aside'),
  button: T('button'),
  applet: T('applet'),
  caption: T('caption'),
  dd: T('dd'),
  div: T('div'),
  dl: T('dl'),
  dt: T('dt'),
  footer: T('footer'),
  frameset: T('frameset'),
  header: T('header'),
  input: T('input'),
  label: T('label'),
  li: T('li'),
  main: T('main'),
  menu: T('menu'),
  nav: T('nav'),
  ol: T('ol'),
  optgroup: T('optgroup'),
  option: T('option'),
  picture: T('picture'),
  section: T('section'),
  select: T('select'),
  summary: T('summary'),
  table: T('table'),
  tbody: T('tbody'),
  td: T('td'),
  tfoot: T('tfoot'),
  th: T('th'),
  thead: T('thead'),
  tr: T('tr'),
  ul: T('ul'),
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
  id: A('id'),
  role: A('role'),
  style: A('style'),
  width: A('width'),
  height: A('height'),
  loading: A('loading'),
  target: A('target'),
  media: A('media'),
  type: A('type'),
  async: A('async'),
  defer: A('defer'),
  property: A('property'),
  title: A('title'),
  tabindex: A('tabindex'),
  accesskey: A('accesskey'),
  autoplay: A('autoplay'),
  muted: A('muted'),
  for: A('for'),
  amp: A('amp'),
  ariaLabel: A('aria-label'),
  ariaLabelledby: A('aria-labelledby'),
  ariaHidden: A('aria-hidden'),
  method: A('method'),
  value: A('value'),
  itemscope: A('itemscope'),
  itemtype: A('itemtype'),
  itemprop: A('itemprop'),
  itemid: A('itemid'),
  itemref: A('itemref'),
  typeof: A('typeof'),
  vocab: A('vocab'),
  resource: A('resource'),
  prefix: A('prefix'),
  about: A('about'),
  datetime: A('datetime'),
  onclick: A('onclick'),
  class: A('class'),
} as const;
