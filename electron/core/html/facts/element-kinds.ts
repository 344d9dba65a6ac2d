import { inlineNames } from '../element-names.ts';
import { TAG_COUNT, type TagName, tagId, tagSet } from '../names.ts';

/** Landmarks, as `linkZones` of shared/model/page-facts.ts numbers them. */
export const ZONE = { none: 0, nav: 1, header: 2, main: 3, footer: 4, aside: 5 } as const;

/** Elements without contents and end tag (HTML standard, "Void elements"), old ones included. */
export const VOID = tagSet([
  'area',
  'base',
  'basefont',
  'bgsound',
  'br',
  'col',
  'embed',
  'frame',
  'hr',
  'img',
  'image',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
/** Start tags that end an open paragraph. */
export const ENDS_PARAGRAPH = tagSet([
  'article',
  'aside',
  'blockquote',
  'center',
  'div',
  'dl',
  'fieldset',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'main',
  'menu',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'table',
  'ul',
  'li',
  'dd',
  'dt',
]);
/** An end tag or an implied end looks no further out than these. */
export const BOUNDARY = tagSet(['table', 'td', 'th', 'caption', 'html', 'template', 'button', 'object', 'applet']);
export const LISTS = tagSet(['ul', 'ol', 'menu']);
export const ROWS = tagSet(['tr', 'td', 'th']);
/** Of these a document has one: a parser ignores further start tags, and nothing closes before the end of the input. */
export const ONCE = tagSet(['html', 'body']);
export const SECTIONS = tagSet(['tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'caption']);
/** Lists whose children should be list items. */
export const ITEM_LISTS = tagSet(['ul', 'ol']);

/** A collector wants to know where these end. */
const WATCHED: readonly TagName[] = ['table', 'picture', 'button', 'svg'];
/** JavaScript does all for these start tags: their contents are no tags, or they change how tags are read. */
const WHOLE: readonly TagName[] = [
  ...(['html', 'body', 'template', 'svg', 'math', 'title', 'textarea', 'style', 'script'] as const),
  ...(['xmp', 'iframe', 'noembed', 'noframes', 'plaintext'] as const),
];
const HEADINGS: readonly TagName[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Elements that a collector wants to see whatever their attributes are. */
const WANTED: readonly TagName[] = [
  ...HEADINGS,
  ...([
    'a',
    'area',
    'applet',
    'audio',
    'base',
    'button',
    'embed',
    'form',
    'frame',
    'frameset',
    'head',
    'image',
    'img',
    'input',
  ] as const),
  ...([
    'label',
    'link',
    'main',
    'meta',
    'object',
    'picture',
    'select',
    'source',
    'table',
    'td',
    'th',
    'tr',
    'track',
    'video',
  ] as const),
];

/** The bits of `KINDS` in electron/wasm/elements.ts, from the lowest on. */
const bits: readonly Uint8Array[] = [
  VOID,
  tagSet(inlineNames),
  ENDS_PARAGRAPH,
  BOUNDARY,
  LISTS,
  SECTIONS,
  ONCE,
  tagSet(['p']),
  tagSet(['li']),
  tagSet(['dt', 'dd']),
  tagSet(['option']),
  tagSet(['optgroup']),
  tagSet(['td', 'th']),
  tagSet(['tr']),
  tagSet(['table']),
  tagSet(['button']),
  tagSet(['article']),
  tagSet(['article', 'section', 'main']),
  tagSet(['header', 'footer']),
  tagSet(WATCHED),
  ITEM_LISTS,
  tagSet(['li', 'script', 'template']),
  tagSet(WHOLE),
  tagSet(WANTED),
  tagSet(['a', 'head', ...HEADINGS]),
];
const zoneShift = 28;
/** The landmark that an element is, by its number. */
const zones: readonly (readonly [TagName, number])[] = [
  ['nav', ZONE.nav],
  ['header', ZONE.header],
  ['main', ZONE.main],
  ['footer', ZONE.footer],
  ['aside', ZONE.aside],
];

/** What kind of element each number is, as a machine reads it. */
export function elementKinds(): Int32Array {
  const kinds = new Int32Array(TAG_COUNT);
  for (const [bit, set] of bits.entries())
    for (let id = 0; id < TAG_COUNT; id++) if (set[id]) kinds[id] = (kinds[id] as number) | (1 << bit);
  for (const [name, zone] of zones) kinds[tagId(name)] = (kinds[tagId(name)] as number) | (zone << zoneShift);
  return kinds;
}
