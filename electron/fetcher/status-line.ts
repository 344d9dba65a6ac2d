/** Every HTTP/1 response starts with this (RFC 9112 section 4); the parser also takes RTSP and ICE. */
const START = Buffer.from('HTTP/');
const SHOWN_BYTES = 48;
const CR = 13;
const LF = 10;
/** Characters of the version in `HTTP/1.1`. */
const VERSION_LENGTH = 3;

/** Looks at the first bytes of a response, in as many pieces as they come. */
export class StatusLine {
  #matched = 0;
  #seen = '';
  #version = '';

  /** `http`: the response starts like HTTP. `more`: not enough bytes yet. `foreign`: it is another protocol, or none. */
  take(bytes: Uint8Array): 'http' | 'more' | 'foreign' {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (this.#matched === START.length) {
        this.#version += String.fromCharCode(byte);
        if (this.#version.length === VERSION_LENGTH) return 'http';
        continue;
      }
      // RFC 9112 section 2.2: empty lines before a message are ignored.
      if (this.#matched === 0 && (byte === CR || byte === LF)) continue;
      if (byte !== START[this.#matched]) {
        this.#seen = `${START.toString('latin1', 0, this.#matched)}${Buffer.from(bytes.subarray(at, at + SHOWN_BYTES)).toString('latin1')}`;
        return 'foreign';
      }
      this.#matched += 1;
    }
    return 'more';
  }

  /** The version that the status line names: '1.1'; null if it names none. */
  get version(): string | null {
    if (this.#version === '1.1') return '1.1';
    return /^\d\.\d$/.test(this.#version) ? this.#version : null;
  }

  /** The start of a foreign response. */
  get seen(): string {
    return this.#seen;
  }
}
