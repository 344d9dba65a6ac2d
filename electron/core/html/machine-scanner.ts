import { elementKinds } from './facts/element-kinds.ts';
import { type Stacks, stacksIn } from './facts/element-stacks.ts';
import type { Opened } from './facts/open-elements.ts';
import { beginnings, masksOf } from './facts/structured-marks.ts';
import { ATTRIBUTE_TABLE, type NameTable, TAG_TABLE } from './names.ts';
import { type PageMachine, place } from './page-machine.ts';
import { CONTENT, type ContentModel, Tag, type TagSink } from './scanner.ts';

/** What `PageMachine.scan` came to: as in electron/wasm/scan.ts. */
const CAME_TO = {
  done: 0,
  startTag: 1,
  endTag: 2,
  text: 3,
  rawText: 4,
  openComment: 5,
  openedTag: 6,
  closedTag: 7,
  countedText: 8,
  textAndEnd: 9,
} as const;

/** How the machine scans, in bits: it may pass over what no collector wants; text is collected; text is a name; in SVG or MathML. */
export const MODE = { passes: 1, collects: 2, names: 4, foreign: 8 } as const;

const SEEN = { wordBreak: 1, content: 2 } as const;
/** Bits that describe a counted text. `isReady`: its units in the area are decoded and collapsed. */
export const TEXT = { hasWords: 1, isTidy: 2, isReady: 4, leads: 8, trails: 16 } as const;
const became: readonly Opened[] = ['opened', 'void', 'too-deep'];

/** Attributes that a collector wants to see on any element; and those with which an element is more than its name says. */
const wanted = masksOf(['id', 'aria-label', 'tabindex', 'accesskey', ...beginnings]);
const whole = masksOf(['role']);

/** Gets what `Scanner` tells, and in the body only what a collector wants. */
export interface PassingSink extends TagSink {
  /** Bits of `MODE`, as things are now. */
  readonly scanMode: number;
  /** White space was passed over that ends a word; tags or words were. */
  passed(wordBreak: boolean, content: boolean): void;
  /** A start tag whose element is open; its contents are tags and text. */
  openedTag(tag: Tag, opened: Opened): void;
  /** The end tag of an element with this number, which is closed. */
  closedTag(id: number): void;
  /** Text that is counted and gathered. `is`: bits of `TEXT`. */
  countedText(start: number, end: number, is: number): void;
}

/** What a machine's memory has besides the page. */
interface Prepared {
  readonly stacks: Stacks;
  readonly tag: Tag;
}

const prepared = new WeakMap<PageMachine, Prepared>();

/** Tells a machine the names of elements and attributes, and what to do with them; once. */
function prepare(machine: PageMachine): Prepared {
  const known = prepared.get(machine);
  if (known !== undefined) return known;
  const { bytes, numbers } = machine;
  const buffer = bytes.buffer as ArrayBuffer;
  const putNames = ({ names, slots }: NameTable, slotsAt: number, namesAt: number, lengthsAt: number): void => {
    new Int16Array(buffer, slotsAt, slots.length).set(slots);
    for (const [id, name] of names.entries()) {
      for (let i = 0; i < name.length; i++) bytes[namesAt + 16 * id + i] = name.charCodeAt(i);
      bytes[lengthsAt + id] = name.length;
    }
  };
  putNames(TAG_TABLE, place.tagSlots, place.tagNames, place.tagLengths);
  putNames(ATTRIBUTE_TABLE, place.attributeSlots, place.attributeNames, place.attributeLengths);
  numbers.set(elementKinds(), place.kinds >> 2);
  numbers.set([wanted.mask, wanted.mask2, whole.mask, whole.mask2], (place.scan >> 2) + 8);
  const values = (at: number): Int32Array<ArrayBuffer> => new Int32Array(buffer, at, ATTRIBUTE_TABLE.names.length);
  const made = {
    stacks: stacksIn(buffer, place.elements),
    tag: new Tag(values(place.valueStarts), values(place.valueEnds)),
  };
  prepared.set(machine, made);
  return made;
}

/** The memory of the elements that are open in a machine's page, empty. `closed`: called when the machine closes one that a collector watches. */
export function stacksOf(machine: PageMachine, closed: PageMachine['closed']): Stacks {
  const { stacks } = prepare(machine);
  machine.closed = closed;
  // An error may have ended the page before this one.
  stacks.named.fill(0);
  stacks.open.fill(0);
  return stacks;
}

/**
 * `Scanner`, in the memory of a machine, which has the page already. Where the sink allows it, the machine also opens and closes elements, counts words
 * and gathers text, and passes over all tags that no collector wants.
 */
export class MachineScanner {
  readonly #machine: PageMachine;
  readonly #sink: PassingSink;
  readonly #tag: Tag;
  readonly #numbers: Int32Array;

  /** `skip`: the first byte of the page's text; `length`: bytes of the page. */
  constructor(machine: PageMachine, skip: number, length: number, sink: PassingSink) {
    this.#machine = machine;
    this.#sink = sink;
    this.#tag = prepare(machine).tag;
    this.#numbers = machine.numbers;
    machine.begin(skip, length);
  }

  run(): void {
    const machine = this.#machine;
    const sink = this.#sink;
    const numbers = this.#numbers;
    const scan = place.scan >> 2;
    let model: ContentModel = CONTENT.data;
    for (;;) {
      const cameTo = machine.scan(sink.scanMode, model);
      model = CONTENT.data;
      const seen = numbers[scan + 2] as number;
      if (seen !== 0) sink.passed((seen & SEEN.wordBreak) !== 0, (seen & SEEN.content) !== 0);
      const start = numbers[scan + 3] as number;
      const end = numbers[scan + 4] as number;
      switch (cameTo) {
        case CAME_TO.openedTag:
          sink.openedTag(this.#readTag(), became[numbers[scan + 6] as number] as Opened);
          break;
        case CAME_TO.closedTag:
          sink.closedTag(numbers[place.tag >> 2] as number);
          break;
        case CAME_TO.countedText:
        case CAME_TO.textAndEnd:
          sink.countedText(start, end, numbers[scan + 5] as number);
          if (cameTo === CAME_TO.textAndEnd) sink.closedTag(numbers[place.tag >> 2] as number);
          break;
        case CAME_TO.startTag:
          model = sink.startTag(this.#readTag());
          break;
        case CAME_TO.endTag:
          sink.endTag(this.#readTag());
          break;
        case CAME_TO.text:
          sink.text(start, end);
          break;
        case CAME_TO.rawText:
          sink.rawText(start, end);
          break;
        case CAME_TO.openComment:
          sink.unclosedComment();
          return;
        default:
          return;
      }
    }
  }

  #readTag(): Tag {
    const tag = this.#tag;
    const numbers = this.#numbers;
    const at = place.tag >> 2;
    tag.id = numbers[at] as number;
    tag.start = numbers[at + 1] as number;
    tag.end = numbers[at + 2] as number;
    tag.nameStart = numbers[at + 3] as number;
    tag.nameEnd = numbers[at + 4] as number;
    tag.selfClosing = numbers[at + 5] !== 0;
    tag.mask = numbers[at + 6] as number;
    tag.mask2 = numbers[at + 7] as number;
    tag.hash = numbers[at + 8] as number;
    tag.ariaStart = numbers[at + 9] as number;
    tag.ariaEnd = numbers[at + 10] as number;
    tag.plain = numbers[at + 11] as number;
    tag.plain2 = numbers[at + 12] as number;
    return tag;
  }
}
