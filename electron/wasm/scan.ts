import {
  areaHere,
  closeElement,
  END,
  INLINE,
  kindOf,
  kindOfParent,
  LIST,
  LIST_CHILD,
  OPENED,
  openElement,
  WHOLE,
} from './elements';
import { addBreak, area, endsWithSpace, enter, leave, MORE_BYTES, room, target } from './gather';
import { PAGE, SCAN } from './layout';
import { cdataEnd, commentEnd, rawEnd, scriptEnd, setEnd } from './raw-text';
import { hasMark, hasNul, hasText, isTidy, leads, readRun, setSpace, space, words } from './run';
import { maySpellSpace, setTextEnd } from './spelled-space';
import {
  ARIA_END,
  find,
  HASH,
  ID,
  isLetter,
  MASK,
  MASK2,
  NAME_END,
  NAME_START,
  readTag,
  START,
  setPage,
  END as TAG_END,
} from './tag';

/** Words so far, and 1 where white space was last: `WordCounter`. */
const WORDS: usize = SCAN;
const SPACE: usize = SCAN + 4;
/** What was passed over since the last call. */
const SEEN: usize = SCAN + 8;
const SEEN_BREAK: i32 = 1;
const SEEN_CONTENT: i32 = 2;
/** A run of text, and what it is. */
const TEXT_START: usize = SCAN + 12;
const TEXT_END: usize = SCAN + 16;
const TEXT_FLAGS: usize = SCAN + 20;
const HAS_WORDS: i32 = 1;
const IS_TIDY: i32 = 2;
/** The text is not tidy, but its units in the area are decoded and collapsed. LEADS, TRAILS: white space at its beginning, at its end. */
const IS_READY: i32 = 4;
const LEADS: i32 = 8;
const TRAILS: i32 = 16;
/** What became of a start tag: as `openElement` says. */
const BECAME: usize = SCAN + 24;
/** The place of the units that IS_READY means. */
const UNITS_FROM: usize = SCAN + 48;
const UNITS_TO: usize = SCAN + 52;
/** Attributes that JavaScript wants to see, by their bits in both masks; and those with which it does all for the tag. */
const WANTED: usize = SCAN + 32;
const WANTED2: usize = SCAN + 36;
const WHOLE_WITH: usize = SCAN + 40;
const WHOLE_WITH2: usize = SCAN + 44;

/** What `scan` found. JavaScript does all the work for the first ones. For OPENED_TAG and later, `scan` has done what every tag and text needs. */
const DONE: i32 = 0;
const START_TAG: i32 = 1;
const END_TAG: i32 = 2;
const TEXT: i32 = 3;
const RAW_TEXT: i32 = 4;
const OPEN_COMMENT: i32 = 5;
const OPENED_TAG: i32 = 6;
const CLOSED_TAG: i32 = 7;
const COUNTED_TEXT: i32 = 8;
/** Counted text, and after it the end tag of a link. The link is closed. */
const TEXT_AND_END: i32 = 9;
/** "</a>" */
const END_OF_LINK: u32 = 0x3e612f3c;

/** Bits of `mode`: go on past what no collector wants; text is collected; a button is open; in SVG or MathML. */
const SKIMS: i32 = 1;
const COLLECTS: i32 = 2;
const NAMES: i32 = 4;
const FOREIGN: i32 = 8;

const SCRIPT: i32 = 3;
const PLAINTEXT: i32 = 4;

let base: usize = PAGE;
let limit: usize = PAGE;
let at: usize = PAGE;
let mode: i32 = 0;

/** Begins the page that `open` was told of, at its first character. */
export function begin(skip: i32, length: i32): void {
  base = PAGE + skip;
  limit = PAGE + length;
  at = base;
  setPage(base, limit);
  setEnd(limit);
  setTextEnd(limit);
  store<i32>(WORDS, 0);
  store<i32>(SPACE, 1);
  store<i32>(SEEN, 0);
}

/**
 * The tokenizer of the HTML standard (section 13.2.5), as `Scanner` of electron/core/html/scanner.ts: goes on to the next token that JavaScript
 * has to see, and says what it is. `model`: how the characters after the last start tag are read.
 */
export function scan(modeBits: i32, model: i32): i32 {
  mode = modeBits;
  store<i32>(SEEN, 0);
  if (model !== 0) return content(model);
  while (at < limit) {
    const lt = nextTag(at);
    if (lt > at) {
      const from = at;
      at = lt;
      const found = text(from, lt);
      if (found === COUNTED_TEXT && endsLink(lt)) return TEXT_AND_END;
      if (found !== 0) return found;
    }
    if (lt >= limit) break;
    const found = markup(lt);
    if (found !== 0) return found;
  }
  return DONE;
}

/** Reads "</a>" if it is at `lt`: most links end after their text. If a button is open, it must get the text before anything closes. */
function endsLink(lt: usize): bool {
  if ((mode & NAMES) !== 0 || lt + 4 > limit || load<u32>(lt) !== END_OF_LINK) return false;
  at = readTag(lt, lt + 2);
  return endTag() !== 0;
}

/** The next '<' that begins a tag, comment or the like. */
function nextTag(from: usize): usize {
  let lt = find(60, from);
  while (lt < limit) {
    const byte: i32 = lt + 1 < limit ? load<u8>(lt, 1) : 0;
    if (isLetter(byte) || byte === 47 || byte === 33 || byte === 63) break;
    lt = find(60, lt + 1);
  }
  return lt;
}

/** Reads what begins with the '<' at `lt`. 0: go on. */
function markup(lt: usize): i32 {
  const byte: i32 = load<u8>(lt, 1);
  if (byte === 47) {
    if (lt + 2 >= limit) {
      at = limit;
      return text(lt, limit);
    }
    if (!isLetter(load<u8>(lt, 2))) {
      at = after(lt + 2);
      return 0;
    }
    at = readTag(lt, lt + 2);
    return at === 0 ? finish() : endTag();
  }
  if (byte === 33) return declaration(lt);
  if (byte === 63) {
    at = after(lt + 2);
    return 0;
  }
  at = readTag(lt, lt + 1);
  return at === 0 ? finish() : startTag();
}

function finish(): i32 {
  at = limit;
  return DONE;
}

/** After the next '>'. */
function after(from: usize): usize {
  return min(find(62, from) + 1, limit);
}

/** From `<!`: comment, DOCTYPE, CDATA section or bogus comment. */
function declaration(lt: usize): i32 {
  if (load<u16>(lt, 2) === 0x2d2d) {
    const end = commentEnd(lt + 4);
    at = end === 0 ? limit : end;
    return end === 0 ? OPEN_COMMENT : 0;
  }
  // "[CDATA" and "A[".
  if ((mode & FOREIGN) !== 0 && load<u32>(lt, 2) === 0x4144435b && load<u32>(lt, 5) === 0x5b415441) at = cdataEnd(lt + 9);
  else at = after(lt + 2);
  return 0;
}

/** The contents of the element whose start tag was the last token. */
function content(model: i32): i32 {
  const from = at;
  at = limit;
  if (model === PLAINTEXT) return wholeText(from, limit);
  at = model === SCRIPT ? scriptEnd(from) : rawEnd(base + load<i32>(NAME_START), base + load<i32>(NAME_END), from);
  wholeText(from, at);
  return RAW_TEXT;
}

function wholeText(start: usize, end: usize): i32 {
  store<i32>(TEXT_START, <i32>(start - base));
  store<i32>(TEXT_END, <i32>(end - base));
  return TEXT;
}

function text(start: usize, end: usize): i32 {
  if ((mode & SKIMS) === 0) return wholeText(start, end);
  enter(areaHere());
  // JavaScript counts the words of a text that does not fit.
  if (<i32>(end - start) > room()) return wholeText(start, end);
  const counts = load<i64>(area, MORE_BYTES);
  const unitsFrom = target;
  setSpace(load<i32>(SPACE));
  readRun(start, end, end);
  if (hasNul !== 0 && maySpellSpace(start, end)) {
    // JavaScript decodes such a text before it counts the words, and leaves out every NUL.
    store<i64>(area, counts, MORE_BYTES);
    return wholeText(start, end);
  }
  leave();
  store<i32>(WORDS, load<i32>(WORDS) + words);
  store<i32>(SPACE, space);
  if (hasText !== 0) store<i32>(SEEN, load<i32>(SEEN) | SEEN_CONTENT);
  if ((mode & COLLECTS) === 0 && ((mode & NAMES) === 0 || hasText === 0)) return 0;
  let flags = (hasText !== 0 ? HAS_WORDS : 0) | (isTidy !== 0 ? IS_TIDY : 0);
  // The area differs from the decoded text here: it has a byte order mark as white space, and it keeps a NUL.
  if (isTidy === 0 && hasNul === 0 && hasMark === 0)
    flags |= IS_READY | (leads !== 0 ? LEADS : 0) | (endsWithSpace() !== 0 ? TRAILS : 0);
  store<i32>(TEXT_FLAGS, flags);
  store<i32>(UNITS_FROM, <i32>unitsFrom);
  store<i32>(UNITS_TO, <i32>target);
  wholeText(start, end);
  return COUNTED_TEXT;
}

function startTag(): i32 {
  if ((mode & SKIMS) === 0) return START_TAG;
  const id = load<i32>(ID);
  const kind = kindOf(id);
  const mask = load<i32>(MASK);
  const mask2 = load<i32>(MASK2);
  if ((kind & WHOLE) !== 0 || (mask & load<i32>(WHOLE_WITH)) !== 0 || (mask2 & load<i32>(WHOLE_WITH2)) !== 0) return START_TAG;
  if ((kindOfParent() & LIST) !== 0 && (kind & LIST_CHILD) === 0) return START_TAG;
  breakWords(kind);
  store<i32>(BECAME, openElement(id, load<i32>(HASH), load<i32>(START), load<i32>(NAME_END)));
  if ((kind & INLINE) === 0) addBreak(areaHere());
  if (
    (kind & OPENED) !== 0 ||
    (mask & load<i32>(WANTED)) !== 0 ||
    (mask2 & load<i32>(WANTED2)) !== 0 ||
    load<i32>(ARIA_END) !== 0
  )
    return OPENED_TAG;
  store<i32>(SEEN, load<i32>(SEEN) | SEEN_CONTENT);
  return 0;
}

function endTag(): i32 {
  if ((mode & SKIMS) === 0) return END_TAG;
  const id = load<i32>(ID);
  const kind = kindOf(id);
  breakWords(kind);
  if ((kind & INLINE) === 0) addBreak(areaHere());
  closeElement(id, load<i32>(HASH), load<i32>(TAG_END));
  return (kind & END) !== 0 ? CLOSED_TAG : 0;
}

/** The place separates words, unless the element is inline. */
function breakWords(kind: i32): void {
  if ((kind & INLINE) !== 0) return;
  store<i32>(SPACE, 1);
  if ((mode & COLLECTS) !== 0) store<i32>(SEEN, load<i32>(SEEN) | SEEN_BREAK);
}
