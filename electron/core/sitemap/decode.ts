import { encodingOfLabel } from '../html/charset.ts';

/** Bytes of the beginning that tell the encoding. */
export const headBytes = 200;

/**
 * The text of an XML or plain-text file. The encoding comes from the byte order mark, the pattern of a UTF-16 '<', or
 * the XML declaration; otherwise it is UTF-8 (XML 1.0 appendix F). Invalid bytes become U+FFFD.
 */
export function decodeDocument(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (a === 0x3c && b === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0 && b === 0x3c) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes));
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/.exec(head);
  const encoding = declared ? encodingOfLabel(declared[1] as string) : null;
  // If the declaration could be read byte by byte, the encoding is not UTF-16, whatever the declaration says.
  const usable = encoding !== null && !encoding.startsWith('utf-16') ? encoding : 'utf-8';
  return new TextDecoder(a === 0xef && b === 0xbb ? 'utf-8' : usable).decode(bytes);
}
