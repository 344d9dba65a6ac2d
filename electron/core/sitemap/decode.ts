import { encodingOfLabel } from '../html/charset.ts';

/** Bytes of the beginning that tell the encoding. */
export const headBytes = 200;

/**
 * The encoding of an XML or plain-text file. It comes from the byte order mark, the pattern of a UTF-16 '<', or
 * the XML declaration; otherwise it is UTF-8 (XML 1.0 appendix F).
 */
function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes));
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/.exec(head);
  const encoding = declared ? encodingOfLabel(declared[1] as string) : null;
  // If the declaration could be read byte by byte, the encoding is not UTF-16, whatever the declaration says.
  const usable = encoding !== null && !encoding.startsWith('utf-16') ? encoding : 'utf-8';
  return a === 0xef && b === 0xbb ? 'utf-8' : usable;
}

/** The text of a file. Invalid bytes become U+FFFD. */
export const decodeDocument = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

/** The same, piece by piece. `head`: the first bytes. */
export function* decodePieces(head: Uint8Array, pieces: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder(encodingOf(head));
  for (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
