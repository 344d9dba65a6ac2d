import { hashStep, TAG, TAG_TABLE } from '../names.ts';
import type { Tag } from '../scanner.ts';
import type { ContentMark } from './content-area.ts';
import { BOUNDARY, ENDS_PARAGRAPH, LISTS, ONCE, ROWS, SECTIONS, VOID, ZONE } from './element-kinds.ts';
import { deepest, newStacks, type Stacks } from './element-stacks.ts';

/** What became of a start tag. */
export type Opened = 'opened' | 'void' | 'too-deep' | 'ignored';

/**
 * Where text counts: main content, an article, elsewhere, or not at all (navigation, header, footer, aside); content that the user chose
 * or excluded.
 */
export const AREA = { rest: 0, article: 1, main: 2, outside: 3, chosen: 4, excluded: 5 } as const;
export type Area = (typeof AREA)[keyof typeof AREA];

/** Paths of known elements on the pages before, by their hash: the pages of a site have the same ones. */
const knownPaths = new Map<number, { readonly ids: Int16Array; readonly path: string }>();
const mostKnown = 500;

/** Of pages that were read: when nothing is open, all counts are 0 again. */
const spare: Stacks[] = [];
const mostSpare = 4;

/**
 * The open elements around the current place, close enough to a browser's tree for paths, landmarks and depths. It
 * handles implied end tags of paragraphs, lists and tables, but not the adoption agency and foster parents. At most
 * 512 levels, as in browsers.
 */
export class OpenElements {
  readonly #stacks: Stacks;
  readonly #isShared: boolean;
  readonly ids: Int16Array;
  readonly #hashes: Int32Array;
  readonly #starts: Int32Array;
  readonly #nameEnds: Int32Array;
  readonly #named: Uint16Array;
  readonly #open: Uint16Array;
  readonly #zones: Uint8Array;
  readonly #areas: Uint8Array;
  readonly #paths: Int32Array;
  readonly #sizes: Int32Array;
  /** Called for each element that closes: its number, where its start tag began, and where it ends. */
  readonly #closed: (id: number, start: number, end: number) => void;

  /** `shared`: memory in which a machine opens and closes elements too, all zero. */
  constructor(closed: (id: number, start: number, end: number) => void, shared?: Stacks) {
    this.#closed = closed;
    const stacks = shared ?? spare.pop() ?? newStacks();
    this.#stacks = stacks;
    this.#isShared = shared !== undefined;
    this.ids = stacks.ids;
    this.#hashes = stacks.hashes;
    this.#starts = stacks.starts;
    this.#nameEnds = stacks.nameEnds;
    this.#named = stacks.named;
    this.#open = stacks.open;
    this.#zones = stacks.zones;
    this.#areas = stacks.areas;
    this.#paths = stacks.paths;
    this.#sizes = stacks.sizes;
    this.#sizes.fill(0);
  }

  get depth(): number {
    return this.#sizes[0] as number;
  }

  /** Start tags, the void ones included. */
  get count(): number {
    return this.#sizes[1] as number;
  }

  get deepest(): number {
    return this.#sizes[2] as number;
  }

  get parent(): number {
    return this.depth === 0 ? 0 : (this.ids[this.depth - 1] as number);
  }

  get zone(): number {
    return this.depth === 0 ? ZONE.none : (this.#zones[this.depth - 1] as number);
  }

  get area(): Area {
    return this.depth === 0 ? AREA.rest : (this.#areas[this.depth - 1] as Area);
  }

  /** A hash of the names from the root to the current place. */
  get pathHash(): number {
    return this.depth === 0 ? 0 : (this.#paths[this.depth - 1] as number);
  }

  /** Whether an element is open. */
  has(id: number): boolean {
    if (this.#open[id] === 0) return false;
    for (let i = this.depth - 1; i >= 0; i--) if (this.ids[i] === id) return true;
    return false;
  }

  /** The names from the root to the current place, as `html>body>p`; the outer ones only beyond some length. */
  path(text: string): string {
    const known = knownPaths.get(this.pathHash);
    if (known !== undefined && this.#isAt(known.ids)) return known.path;
    const path = this.#namesOf(text).join('>');
    const ids = this.ids.slice(0, this.depth);
    if (ids.includes(0)) return path;
    if (knownPaths.size >= mostKnown) knownPaths.clear();
    knownPaths.set(this.pathHash, { ids, path });
    return path;
  }

  #isAt(ids: Int16Array): boolean {
    if (ids.length !== this.depth) return false;
    for (let i = 0; i < ids.length; i++) if (ids[i] !== this.ids[i]) return false;
    return true;
  }

  #namesOf(text: string): string[] {
    const names: string[] = [];
    for (let i = 0; i < this.depth && names.length < 40; i++) {
      const id = this.ids[i] as number;
      const start = this.#starts[i] as number;
      // A known name is at hand, and shorter.
      names.push(
        id > 0
          ? (TAG_TABLE.names[id] as string)
          : text.slice(start + 1, Math.min(this.#nameEnds[i] as number, start + 31)).toLowerCase(),
      );
    }
    return names;
  }

  /**
   * Opens an element, after the ends that it implies. `landmark`: its role, '' for none. Void elements have no contents to be in. A second
   * html or body is no element. `mark`: the user's choice for it.
   */
  open(tag: Tag, landmark: string, mark: ContentMark = ''): Opened {
    if (ONCE[tag.id] && this.#open[tag.id] !== 0) return 'ignored';
    this.#sizes[1] = this.count + 1;
    this.#implyEnds(tag.id, tag.start);
    if (VOID[tag.id]) return 'void';
    if (this.depth >= deepest) return 'too-deep';
    const at = this.depth;
    const zone = this.#zoneOf(tag.id, landmark);
    this.ids[at] = tag.id;
    this.#hashes[at] = tag.hash;
    this.#starts[at] = tag.start;
    this.#nameEnds[at] = tag.nameEnd;
    this.#zones[at] = zone === ZONE.none ? this.zone : zone;
    this.#areas[at] = this.#areaOf(tag.id, zone, mark);
    this.#paths[at] = hashStep(Math.imul(this.pathHash, 31) + tag.hash, 62);
    this.#named[tag.hash & 255] = (this.#named[tag.hash & 255] as number) + 1;
    this.#open[tag.id] = (this.#open[tag.id] as number) + 1;
    this.#sizes[0] = at + 1;
    if (at >= this.deepest) this.#sizes[2] = at + 1;
    return 'opened';
  }

  /** Closes the nearest open element with this name and all inside it; nothing where none is open. */
  close(tag: Tag): void {
    if (this.#named[tag.hash & 255] === 0 || ONCE[tag.id]) return;
    for (let i = this.depth - 1; i >= 0; i--) {
      if (this.ids[i] === tag.id && this.#hashes[i] === tag.hash) {
        this.#popTo(i, tag.end);
        return;
      }
      // The end of a block also ends a button that was left open inside it.
      if (this.ids[i] === TAG.button && ENDS_PARAGRAPH[tag.id]) continue;
      if (BOUNDARY[this.ids[i] as number] && !SECTIONS[tag.id] && tag.id !== TAG.table) return;
    }
  }

  /** Ends all that is open. The next page uses the memory: no element may be opened after it. */
  end(at: number): void {
    this.#popTo(0, at);
    if (!this.#isShared && spare.length < mostSpare && !spare.includes(this.#stacks)) spare.push(this.#stacks);
  }

  #popTo(depth: number, end: number): void {
    for (let at = this.depth - 1; at >= depth; at--) {
      this.#sizes[0] = at;
      const id = this.ids[at] as number;
      const name = (this.#hashes[at] as number) & 255;
      this.#named[name] = (this.#named[name] as number) - 1;
      this.#open[id] = (this.#open[id] as number) - 1;
      this.#closed(id, this.#starts[at] as number, end);
    }
  }

  #implyEnds(id: number, at: number): void {
    if (ENDS_PARAGRAPH[id] && this.parent === TAG.p) this.#popTo(this.depth - 1, at);
    if (id === TAG.li) this.#endNearest(TAG.li, LISTS, at);
    else if (id === TAG.dt || id === TAG.dd) {
      const open = this.parent;
      if (open === TAG.dt || open === TAG.dd) this.#popTo(this.depth - 1, at);
    } else if (id === TAG.option || id === TAG.optgroup) {
      if (this.parent === TAG.option) this.#popTo(this.depth - 1, at);
    } else if (ROWS[id] || SECTIONS[id]) this.#endCells(id, at);
  }

  #endNearest(id: number, boundary: Uint8Array, at: number): void {
    if (this.#open[id] === 0) return;
    for (let i = this.depth - 1; i >= 0; i--) {
      const open = this.ids[i] as number;
      if (open === id) {
        this.#popTo(i, at);
        return;
      }
      if (boundary[open] || BOUNDARY[open]) return;
    }
  }

  /** A cell ends the cell before it, a row the row, a row group all three. */
  #endCells(id: number, at: number): void {
    for (let i = this.depth - 1; i >= 0; i--) {
      const open = this.ids[i] as number;
      if (open === TAG.table) return;
      const isCell = open === TAG.td || open === TAG.th;
      const ends = id === TAG.td || id === TAG.th ? isCell : id === TAG.tr ? isCell || open === TAG.tr : SECTIONS[open] === 1;
      if (ends) this.#popTo(i, at);
      else if (SECTIONS[open]) return;
    }
  }

  #zoneOf(id: number, landmark: string): number {
    if (landmark !== '') {
      if (landmark === 'navigation') return ZONE.nav;
      if (landmark === 'banner') return ZONE.header;
      if (landmark === 'main') return ZONE.main;
      if (landmark === 'contentinfo') return ZONE.footer;
      if (landmark === 'complementary') return ZONE.aside;
    }
    switch (id) {
      case TAG.nav:
        return ZONE.nav;
      case TAG.main:
        return ZONE.main;
      case TAG.aside:
        return ZONE.aside;
      case TAG.header:
      case TAG.footer:
        // The header and footer of an article or section are no landmarks.
        if (this.has(TAG.article) || this.has(TAG.section) || this.has(TAG.main)) return ZONE.none;
        return id === TAG.header ? ZONE.header : ZONE.footer;
      default:
        return ZONE.none;
    }
  }

  #areaOf(id: number, zone: number, mark: ContentMark): Area {
    const around = this.area;
    if (mark === 'exclude' || around === AREA.excluded) return AREA.excluded;
    if (mark === 'include' || around === AREA.chosen) return AREA.chosen;
    if (around === AREA.outside) return AREA.outside;
    if (zone === ZONE.main) return AREA.main;
    if (zone === ZONE.nav || zone === ZONE.aside || zone === ZONE.footer || zone === ZONE.header) return AREA.outside;
    if (id === TAG.article && around === AREA.rest) return AREA.article;
    return around;
  }
}
