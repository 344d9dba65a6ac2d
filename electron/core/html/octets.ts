/** What a platform may do faster than the names that all of them share. Both answers are the same everywhere. */
export interface OctetReader {
  /** One character a byte: ASCII bytes stand for themselves, every other byte for a character beyond ASCII, no matter which. */
  text(bytes: Uint8Array): string;
  isUtf8(bytes: Uint8Array): boolean;
}

const latin1 = new TextDecoder('latin1');
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** With nothing but TextDecoder. What it calls latin1 is windows-1252, which has a character of its own for each byte too. */
export const plainOctets: OctetReader = {
  text: bytes => latin1.decode(bytes),
  isUtf8(bytes) {
    try {
      strictUtf8.decode(bytes);
      return true;
    } catch {
      // A fatal decoder throws at the first invalid sequence: that is the answer.
      return false;
    }
  },
};
