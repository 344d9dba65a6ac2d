import { closed } from './host';
import { ELEMENTS, KINDS } from './layout';

/** Of each open element by its depth, and how often names and elements are open: `OpenElements` of electron/core/html/facts/ has the same memory. */
const IDS: usize = ELEMENTS;
const HASHES: usize = ELEMENTS + 0x400;
const STARTS: usize = ELEMENTS + 0xc00;
const NAME_ENDS: usize = ELEMENTS + 0x1400;
const PATHS: usize = ELEMENTS + 0x1c00;
const ZONES: usize = ELEMENTS + 0x2400;
const AREAS_OF: usize = ELEMENTS + 0x2600;
const NAMED: usize = ELEMENTS + 0x2800;
const OPEN: usize = ELEMENTS + 0x2a00;
/** How many are open, how many were opened, and the greatest depth. */
const DEPTH: usize = ELEMENTS + 0x2c00;
const COUNT: usize = DEPTH + 4;
const DEEPEST: usize = DEPTH + 8;
const MOST: i32 = 512;

/** Bits of `KINDS`. */
export const VOID: i32 = 1 << 0;
export const INLINE: i32 = 1 << 1;
const ENDS_PARAGRAPH: i32 = 1 << 2;
const BOUNDARY: i32 = 1 << 3;
const IN_LISTS: i32 = 1 << 4;
const SECTION_OF_TABLE: i32 = 1 << 5;
const ONCE: i32 = 1 << 6;
const PARAGRAPH: i32 = 1 << 7;
const ITEM: i32 = 1 << 8;
const TERM: i32 = 1 << 9;
const OPTION: i32 = 1 << 10;
const OPTION_GROUP: i32 = 1 << 11;
const CELL: i32 = 1 << 12;
const ROW: i32 = 1 << 13;
const TABLE: i32 = 1 << 14;
const BUTTON: i32 = 1 << 15;
const ARTICLE: i32 = 1 << 16;
/** Inside it, a header or footer is no landmark. */
const SECTIONING: i32 = 1 << 17;
const HEADER_OR_FOOTER: i32 = 1 << 18;
/** JavaScript is told when it closes. */
const WATCHED: i32 = 1 << 19;
/** Its children should be list items. */
export const LIST: i32 = 1 << 20;
/** It may be a child of a list. */
export const LIST_CHILD: i32 = 1 << 21;
/** JavaScript does all for its start tag; or what is left after `openElement`. */
export const WHOLE: i32 = 1 << 22;
export const OPENED: i32 = 1 << 23;
/** JavaScript is told of its end tag. */
export const END: i32 = 1 << 24;
/** The number of its zone, 3 bits. */
const ZONE_SHIFT: i32 = 28;

const MAIN_ZONE: i32 = 3;
const REST: i32 = 0;
const ARTICLE_AREA: i32 = 1;
const MAIN_AREA: i32 = 2;
const OUTSIDE: i32 = 3;

export const VOID_ELEMENT: i32 = 1;
export const TOO_DEEP: i32 = 2;

export function kindOf(id: i32): i32 {
  return load<i32>(KINDS + (id << 2));
}

export function kindOfParent(): i32 {
  const depth = load<i32>(DEPTH);
  return depth === 0 ? 0 : kindAt(depth - 1);
}

export function areaHere(): i32 {
  const depth = load<i32>(DEPTH);
  return depth === 0 ? REST : <i32>load<u8>(AREAS_OF + depth - 1);
}

function kindAt(depth: i32): i32 {
  return kindOf(load<i16>(IDS + (depth << 1)));
}

/** `OpenElements.open` for an element without a role and without a mark. Not for html and body. Returns what became of it: 0 for open. */
export function openElement(id: i32, hash: i32, start: i32, nameEnd: i32): i32 {
  const kind = kindOf(id);
  store<i32>(COUNT, load<i32>(COUNT) + 1);
  implyEnds(kind, start);
  if ((kind & VOID) !== 0) return VOID_ELEMENT;
  const at = load<i32>(DEPTH);
  if (at >= MOST) return TOO_DEEP;
  const zone = zoneOf(kind);
  store<u8>(AREAS_OF + at, <u8>areaOf(kind, zone));
  store<u8>(ZONES + at, <u8>(zone !== 0 ? zone : at === 0 ? 0 : <i32>load<u8>(ZONES + at - 1)));
  store<i16>(IDS + (at << 1), <i16>id);
  const wide = at << 2;
  store<i32>(HASHES + wide, hash);
  store<i32>(STARTS + wide, start);
  store<i32>(NAME_ENDS + wide, nameEnd);
  const path = at === 0 ? 0 : load<i32>(PATHS + wide - 4);
  store<i32>(PATHS + wide, (path * 31 + hash) * 31 + 62);
  addTo(NAMED + ((hash & 255) << 1), 1);
  addTo(OPEN + (id << 1), 1);
  store<i32>(DEPTH, at + 1);
  if (at + 1 > load<i32>(DEEPEST)) store<i32>(DEEPEST, at + 1);
  return 0;
}

/** `OpenElements.close`. */
export function closeElement(id: i32, hash: i32, end: i32): void {
  const kind = kindOf(id);
  if (load<u16>(NAMED + ((hash & 255) << 1)) === 0 || (kind & ONCE) !== 0) return;
  for (let i = load<i32>(DEPTH) - 1; i >= 0; i--) {
    if (load<i16>(IDS + (i << 1)) === id && load<i32>(HASHES + (i << 2)) === hash) {
      popTo(i, end);
      return;
    }
    const around = kindAt(i);
    if ((around & BUTTON) !== 0 && (kind & ENDS_PARAGRAPH) !== 0) continue;
    if ((around & BOUNDARY) !== 0 && (kind & (SECTION_OF_TABLE | TABLE)) === 0) return;
  }
}

function addTo(counter: usize, change: i32): void {
  store<u16>(counter, <u16>(<i32>load<u16>(counter) + change));
}

function popTo(depth: i32, end: i32): void {
  for (let at = load<i32>(DEPTH) - 1; at >= depth; at--) {
    store<i32>(DEPTH, at);
    const id: i32 = load<i16>(IDS + (at << 1));
    addTo(NAMED + ((load<i32>(HASHES + (at << 2)) & 255) << 1), -1);
    addTo(OPEN + (id << 1), -1);
    if ((kindOf(id) & WATCHED) !== 0) closed(id, load<i32>(STARTS + (at << 2)), end);
  }
}

function implyEnds(kind: i32, at: i32): void {
  if ((kind & (ENDS_PARAGRAPH | ITEM | TERM | OPTION | OPTION_GROUP | CELL | ROW | SECTION_OF_TABLE)) === 0) return;
  if ((kind & ENDS_PARAGRAPH) !== 0 && (kindOfParent() & PARAGRAPH) !== 0) popTo(load<i32>(DEPTH) - 1, at);
  if ((kind & ITEM) !== 0) endItem(at);
  else if ((kind & TERM) !== 0) {
    if ((kindOfParent() & TERM) !== 0) popTo(load<i32>(DEPTH) - 1, at);
  } else if ((kind & (OPTION | OPTION_GROUP)) !== 0) {
    if ((kindOfParent() & OPTION) !== 0) popTo(load<i32>(DEPTH) - 1, at);
  } else if ((kind & (CELL | ROW | SECTION_OF_TABLE)) !== 0) endCells(kind, at);
}

function endItem(at: i32): void {
  for (let i = load<i32>(DEPTH) - 1; i >= 0; i--) {
    const open = kindAt(i);
    if ((open & ITEM) !== 0) {
      popTo(i, at);
      return;
    }
    if ((open & (IN_LISTS | BOUNDARY)) !== 0) return;
  }
}

function endCells(kind: i32, at: i32): void {
  const ends = (kind & CELL) !== 0 ? CELL : (kind & ROW) !== 0 ? CELL | ROW : SECTION_OF_TABLE;
  for (let i = load<i32>(DEPTH) - 1; i >= 0; i--) {
    const open = kindAt(i);
    if ((open & TABLE) !== 0) return;
    if ((open & ends) !== 0) popTo(i, at);
    else if ((open & SECTION_OF_TABLE) !== 0) return;
  }
}

function zoneOf(kind: i32): i32 {
  if ((kind & HEADER_OR_FOOTER) !== 0) {
    for (let i = load<i32>(DEPTH) - 1; i >= 0; i--) if ((kindAt(i) & SECTIONING) !== 0) return 0;
  }
  return (kind >> ZONE_SHIFT) & 7;
}

function areaOf(kind: i32, zone: i32): i32 {
  const around = areaHere();
  // Outside, chosen and excluded stay so.
  if (around >= OUTSIDE) return around;
  if (zone === MAIN_ZONE) return MAIN_AREA;
  if (zone !== 0) return OUTSIDE;
  return (kind & ARTICLE) !== 0 && around === REST ? ARTICLE_AREA : around;
}
