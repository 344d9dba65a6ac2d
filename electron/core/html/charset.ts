import type { HtmlFacts } from '#shared/model/page.ts';
import { ATTR, TAG } from './names.ts';
import { type OctetDecoder, plainOctets } from './octets.ts';
import { CONTENT, type ContentModel, Scanner, type Tag, type TagSink } from './scanner.ts';

export interface SniffedCharset {
  /** Lower-case name of the encoding as TextDecoder gives it: 'utf-8', 'windows-1252', 'shift_jis', … */
  readonly charset: string;
  readonly source: HtmlFacts['charsetSource'];
}

/** Bytes in which a meta element may declare the encoding (HTML standard, "Determining the character encoding"). */
const PRESCAN_BYTES = 1024;

/** The encoding of a label (Encoding standard), or null for a label that cannot be decoded. */
export function encodingOfLabel(label: string): string | null {
  const known = encodings.get(label);
  if (known !== undefined) return known;
  const found = encodingOf(label);
  if (encodings.size >= mostLabels) encodings.clear();
  if (label.length <= longestLabel) encodings.set(label, found);
  return found;
}

/** The encoding of each label so far. A site uses few labels, and making a decoder for each page would cost more than this map. */
const encodings = new Map<string, string | null>();
const mostLabels = 100;
const longestLabel = 100;

function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding.toLowerCase();
  } catch {
    // TextDecoder throws this for an unknown label and for labels of the "replacement" encoding.
    return null;
  }
}

/**
 * The label in the `charset` parameter of a Content-Type value, '' when there is none (RFC 9110 section 8.3.1).
 * Ours: single quotes and a missing closing quote are accepted; servers send both.
 */
export function charsetParameter(contentType: string): string {
  const match = /;[ \t]*charset[ \t]*=[ \t]*(?:"([^"]*)|'([^']*)|([^;, \t]*))/i.exec(contentType);
  return match ? (match[1] ?? match[2] ?? match[3] ?? '').trim() : '';
}

/** HTML standard, "Extracting a character encoding from a meta element"; '' for none. */
function charsetInContent(content: string): string {
  const lower = content.toLowerCase();
  for (let p = lower.indexOf('charset'); p >= 0; p = lower.indexOf('charset', p)) {
    p += 7;
    const rest = /^[\t\n\f\r ]*=[\t\n\f\r ]*/.exec(lower.slice(p, p + 256));
    if (!rest) continue;
    const start = p + rest[0].length;
    const quote = content[start];
    if (quote === '"' || quote === "'") {
      const end = content.indexOf(quote, start + 1);
      return end < 0 ? '' : content.slice(start + 1, end);
    }
    return (/^[^\t\n\f\r ;]*/.exec(content.slice(start)) as RegExpExecArray)[0];
  }
  return '';
}

/** The encoding declared by one meta element's attributes, or null. A page that could be read as far as its meta is not UTF-16. */
export function metaCharset(charset: string | null, httpEquiv: string | null, content: string | null): string | null {
  let label = '';
  if (charset !== null) label = charset;
  else if (content !== null && httpEquiv?.toLowerCase() === 'content-type') label = charsetInContent(content);
  const encoding = label === '' ? null : encodingOfLabel(label);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

/** Looks at the metas of the first bytes; as in the standard's prescan, scripts and styles are not skipped. */
class Prescan implements TagSink {
  found: string | null = null;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  startTag(tag: Tag): ContentModel {
    if (tag.id === TAG.meta && this.found === null) {
      const value = (attribute: number): string | null =>
        tag.has(attribute) ? this.#text.slice(tag.valueStart[attribute], tag.valueEnd[attribute]) : null;
      this.found = metaCharset(value(ATTR.charset), value(ATTR.httpEquiv), value(ATTR.content));
    }
    return CONTENT.data;
  }

  unclosedComment(): void {
    // The prescan looks for encodings only.
  }

  inForeignContent(): boolean {
    return false;
  }

  text(): void {
    return;
  }

  endTag(): void {
    return;
  }

  rawText(): void {
    return;
  }
}

/**
 * The encoding of a page: byte order mark, then the Content-Type header, then a meta element that is complete within the first
 * 1,024 bytes, then the default (HTML standard, "Determining the character encoding"). Unknown labels count as absent.
 *
 * The standard leaves the default to the browser's language settings, which a robot does not have. Our rule: bytes
 * that are valid UTF-8 are read as UTF-8, because they are almost never anything else; all others are read as
 * windows-1252.
 */
export function sniffCharset(
  bytes: Uint8Array,
  contentTypeHeader: string | null,
  octets: OctetDecoder = plainOctets,
): SniffedCharset {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { charset: 'utf-8', source: 'bom' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { charset: 'utf-16be', source: 'bom' };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { charset: 'utf-16le', source: 'bom' };
  const label = contentTypeHeader === null ? '' : charsetParameter(contentTypeHeader);
  const declared = label === '' ? null : encodingOfLabel(label);
  if (declared !== null) return { charset: declared, source: 'header' };
  const head = octets.text(bytes.subarray(0, PRESCAN_BYTES));
  const prescan = new Prescan(head);
  new Scanner(head, prescan).run();
  if (prescan.found !== null) return { charset: prescan.found, source: 'meta' };
  return { charset: octets.isUtf8(bytes) ? 'utf-8' : 'windows-1252', source: 'default' };
}
