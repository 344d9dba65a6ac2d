/** A block of a PEM text (RFC 7468). */
export interface PemBlock {
  /** `CERTIFICATE`, `PRIVATE KEY`. */
  readonly label: string;
  /** With its first and last line. */
  readonly text: string;
}

/** The blocks of a PEM text. Text between them is ignored, and so is a block without an end. */
export function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  for (let at = 0; ; ) {
    const start = text.indexOf('-----BEGIN ', at);
    const labelEnd = start < 0 ? -1 : text.indexOf('-----', start + 11);
    if (labelEnd < 0) return blocks;
    const label = text.slice(start + 11, labelEnd);
    const last = `-----END ${label}-----`;
    const end = text.indexOf(last, labelEnd);
    if (end < 0) return blocks;
    at = end + last.length;
    blocks.push({ label, text: `${text.slice(start, at)}\n` });
  }
}

/** The certificates of a PEM text, each a text of its own. */
export const certificatesIn = (text: string): string[] =>
  pemBlocks(text).flatMap(block => (block.label === 'CERTIFICATE' ? [block.text] : []));
