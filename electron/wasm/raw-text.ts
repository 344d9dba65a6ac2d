import { PAGE } from './layout';
import { find, isSpace } from './tag';

let limit: usize = PAGE;

export function setEnd(end: usize): void {
  limit = end;
}

/** From after `<!--`: the place after the comment, or 0 where the input ends inside. Ends at `-->`, `--!>`, or at once for `<!-->` and `<!--->`. */
export function commentEnd(from: usize): usize {
  if (load<u8>(from) === 62) return from + 1;
  if (load<u16>(from) === 0x3e2d) return from + 2;
  for (let at = find(45, from); at < limit; at = find(45, at + 1)) {
    if (load<u8>(at, 1) !== 45) continue;
    const byte: i32 = load<u8>(at, 2);
    if (byte === 62) return at + 3;
    if (byte === 33 && load<u8>(at, 3) === 62) return at + 4;
  }
  return 0;
}

/** The place after the next `]]>`, or the end of the input. */
export function cdataEnd(from: usize): usize {
  for (let at = find(93, from); at < limit; at = find(93, at + 1)) if (load<u16>(at, 1) === 0x3e5d) return at + 3;
  return limit;
}

/** Where the contents of an element end that contains no tags: at its end tag, whose name is like that at [name, nameEnd). */
export function rawEnd(name: usize, nameEnd: usize, from: usize): usize {
  const length = <i32>(nameEnd - name);
  for (let at = find(60, from); at < limit; at = find(60, at + 1)) {
    if (load<u8>(at, 1) === 47 && isName(name, length, at + 2)) return at;
  }
  return limit;
}

/** Whether the name at `name` is at `at` too, in any case, followed by white space, '/' or '>'. */
function isName(name: usize, length: i32, at: usize): bool {
  for (let i = 0; i < length; i++) if (lower(load<u8>(at + i)) !== lower(load<u8>(name + i))) return false;
  return endsName(at + length);
}

function lower(byte: i32): i32 {
  return byte >= 65 && byte <= 90 ? byte | 32 : byte;
}

function endsName(at: usize): bool {
  const byte: i32 = load<u8>(at);
  return byte === 62 || byte === 47 || isSpace(byte);
}

/** Whether "script" is at `at`, in any case, as a whole name. */
function isScript(at: usize): bool {
  return (load<u32>(at) | 0x20202020) === 0x69726373 && (load<u16>(at, 4) | 0x2020) === 0x7470 && endsName(at + 6);
}

/**
 * Where a script ends, with the "escaped" states of the standard: after `<!--`, a `<script` hides the next `</script`
 * until `-->`.
 */
export function scriptEnd(from: usize): usize {
  let at = find(60, from);
  while (at < limit) {
    const next: i32 = load<u8>(at, 1);
    if (next === 47 && isScript(at + 2)) return at;
    if (next === 33 && load<u16>(at, 2) === 0x2d2d) {
      const end = escapedEnd(at + 2);
      if (isClosed) return end;
      at = end;
    } else at++;
    at = find(60, at);
  }
  return limit;
}

let isClosed: bool = false;

/** From the first dash of a script's `<!--`: where the script is closed inside, or where the escape ends. */
function escapedEnd(from: usize): usize {
  isClosed = false;
  let isDouble = false;
  let dashes = 0;
  for (let at = from; at < limit; at++) {
    const byte: i32 = load<u8>(at);
    if (byte === 45) {
      dashes++;
      continue;
    }
    if (byte === 62 && dashes >= 2) return at + 1;
    dashes = 0;
    if (byte !== 60) continue;
    if (load<u8>(at, 1) === 47 && isScript(at + 2)) {
      if (!isDouble) {
        isClosed = true;
        return at;
      }
      isDouble = false;
    } else if (!isDouble && isScript(at + 1)) isDouble = true;
  }
  return limit;
}
