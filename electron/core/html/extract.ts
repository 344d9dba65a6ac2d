import type { HtmlFacts } from '#shared/model/page.ts';
import { sniffCharset } from './charset.ts';
import type { FactsOptions } from './facts/page-facts.ts';
import { type OctetDecoder, plainOctets } from './octets.ts';
import { PageParser } from './page-parser.ts';
import { openPage } from './page-text.ts';

export interface ExtractOptions {
  /** The Content-Type header as received, null when there was none. */
  readonly contentType: string | null;
  /** Links kept; further ones are counted in `linksDropped`. */
  readonly maxLinks: number;
  /** Lower-case robot names whose meta elements are kept besides 'robots' and the well-known ones. */
  readonly robotNames?: readonly string[];
  /** Collect the facts of the audit too (`HtmlFacts.facts`). */
  readonly facts?: FactsOptions | undefined;
  /** How the platform looks at bytes; the facts are the same with every one. */
  readonly octets?: OctetDecoder;
}

export interface HtmlExtractor {
  push(chunk: Uint8Array): void;
  end(): HtmlFacts;
}

/**
 * Reads title, directives, links and text out of an HTML page the way a browser without scripts would see them (HTML standard,
 * sections 13.2.3 to 13.2.6). Positions are offsets into `bytes`; every `at` range is that of a start tag. Never throws; the time is
 * linear in the length. Strings of the result may share memory with the decoded page.
 */
export function extractHtml(bytes: Uint8Array, options: ExtractOptions): HtmlFacts {
  const octets = options.octets ?? plainOctets;
  const sniffed = sniffCharset(bytes, options.contentType, octets);
  const read = (charset: string): PageParser => {
    const page = openPage(bytes, charset, octets);
    const parser = new PageParser(page, { ...options, charset, machine: octets.machine });
    parser.read();
    return parser;
  };
  const parser = read(sniffed.charset);
  const late = parser.metaCharset;
  // A meta element after the first 1,024 bytes still decides when nothing else did ("changing the encoding while parsing").
  if (sniffed.source === 'default' && late !== null) {
    return (late === sniffed.charset ? parser : read(late)).finish(late, 'meta');
  }
  return parser.finish(sniffed.charset, sniffed.source);
}

/**
 * The same for a body that arrives in pieces. They are buffered until the end, because the encoding may depend on the
 * last byte. So the result does not depend on where the body was split.
 */
export function createExtractor(options: ExtractOptions): HtmlExtractor {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    push(chunk) {
      chunks.push(chunk);
      length += chunk.length;
    },
    end() {
      if (chunks.length === 1) return extractHtml(chunks[0] as Uint8Array, options);
      const bytes = new Uint8Array(length);
      let at = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
      }
      return extractHtml(bytes, options);
    },
  };
}
