import type { NewLink } from './page-links.ts';

/** The facts of a page's links as `page_links.facts`: 32 bits each, little endian, in order; null where there are none. */
export function factsOfLinks(links: readonly NewLink[]): Uint8Array | null {
  if (links.every(({ facts = 0 }) => facts === 0)) return null;
  const bytes = Buffer.allocUnsafe(links.length * 4);
  for (let i = 0; i < links.length; i++) bytes.writeInt32LE((links[i] as NewLink).facts ?? 0, i * 4);
  return bytes;
}

/** The facts of the link at this position; 0 where none are stored. */
export const linkFactsAt = (facts: Buffer | null, seq: number): number =>
  facts !== null && seq * 4 + 4 <= facts.length ? facts.readInt32LE(seq * 4) : 0;
