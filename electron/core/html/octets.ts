import type { PageMachine } from './page-machine.ts';

/** Operations that a platform may do faster than the shared APIs. The results are the same everywhere. */
export interface OctetDecoder {
  /** One character a byte. ASCII bytes stay as they are; every other byte becomes some character beyond ASCII. */
  text(bytes: Uint8Array): string;
  isUtf8(bytes: Uint8Array): boolean;
  /** What `wideSpaces` gives for `text`. */
  readonly wideSpaces: readonly string[];
  /** Reads the text of pages; null: JavaScript does. */
  readonly machine: PageMachine | null;
}

/** The first UTF-8 bytes of each white-space character beyond ASCII, in a text of octets. */
export function wideSpaces(text: OctetDecoder['text']): readonly string[] {
  // U+00A0, U+1680, U+2000 to U+203F with some that are none, U+205F, U+3000.
  const beginnings = [
    [0xc2, 0xa0],
    [0xe1, 0x9a, 0x80],
    [0xe2, 0x80],
    [0xe2, 0x81, 0x9f],
    [0xe3, 0x80, 0x80],
  ];
  return beginnings.map(bytes => text(Uint8Array.from(bytes)));
}

const latin1 = new TextDecoder('latin1');
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

const plainText = (bytes: Uint8Array): string => latin1.decode(bytes);

/** Needs only TextDecoder. Its latin1 is windows-1252, which also maps each byte to one character. */
export const plainOctets: OctetDecoder = {
  text: plainText,
  wideSpaces: wideSpaces(plainText),
  machine: null,
  isUtf8(bytes) {
    try {
      strictUtf8.decode(bytes);
      return true;
    } catch {
      // A fatal decoder throws at the first invalid sequence, which is the result here.
      return false;
    }
  },
};
