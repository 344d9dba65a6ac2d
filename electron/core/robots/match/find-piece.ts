/** JavaScript's `indexOf` can take quadratic time for long pieces. Longer pieces are found by the functions of this file. */
const LONG_PIECE = 200;

/** As `path.indexOf(piece, from)`, in time linear in both lengths for any content. */
export function placeOf(piece: string, path: string, from: number): number {
  return piece.length < LONG_PIECE ? path.indexOf(piece, from) : search(piece, path, from, false);
}

/** As `path.lastIndexOf(piece)`, in time linear in both lengths. */
export function lastPlaceOf(piece: string, path: string): number {
  return piece.length < LONG_PIECE ? path.lastIndexOf(piece) : search(piece, path, 0, true);
}

/** The algorithm of Knuth, Morris and Pratt: it reads each unit of the path at most twice. */
function search(piece: string, path: string, from: number, last: boolean): number {
  if (piece.length > path.length - from) return -1;
  const borders = bordersOf(piece);
  let found = -1;
  let matched = 0;
  for (let at = from; at < path.length; at += 1) {
    const unit = path.charCodeAt(at);
    while (matched > 0 && piece.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (piece.charCodeAt(matched) === unit) matched += 1;
    if (matched < piece.length) continue;
    found = at - piece.length + 1;
    if (!last) return found;
    matched = borders[matched - 1] as number;
  }
  return found;
}

/** For each prefix of the piece, the length of the longest shorter prefix that is also its suffix. */
function bordersOf(piece: string): Int32Array {
  const borders = new Int32Array(piece.length);
  let length = 0;
  for (let at = 1; at < piece.length; at += 1) {
    const unit = piece.charCodeAt(at);
    while (length > 0 && piece.charCodeAt(length) !== unit) length = borders[length - 1] as number;
    if (piece.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}
