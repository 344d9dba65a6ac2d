/** The search of strings built into engines is linear only up to the length of what is looked for; longer pieces are looked for here. */
const LONG_PIECE = 200;

/** As `path.indexOf(piece, from)`, in time linear in the two lengths whatever they hold. */
export function placeOf(piece: string, path: string, from: number): number {
  return piece.length < LONG_PIECE ? path.indexOf(piece, from) : search(piece, path, from, false);
}

/** As `path.lastIndexOf(piece)`, in time linear in the two lengths. */
export function lastPlaceOf(piece: string, path: string): number {
  return piece.length < LONG_PIECE ? path.lastIndexOf(piece) : search(piece, path, 0, true);
}

/** Knuth, Morris and Pratt: no unit of the path is looked at more than twice. */
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

/** For every prefix of the piece the length of the longest shorter one that is also its end. */
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
