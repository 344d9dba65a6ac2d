import { noWords, type WordNumbers } from '../file/words.ts';
import { type LinkOf, LinksWriter, mostOfNumber } from './page-links.ts';

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < mostOfNumber;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The links of a page as files up to version 19 store them: `[[to, kind, start, end, text, rel], …]`, where empty texts at the end are
 * omitted, and 32 bits of facts for each link. Stops at damaged data: what stands before it is kept.
 */
function linksOfJson(json: string, facts: Uint8Array | null): LinkOf<number>[] {
  const found: LinkOf<number>[] = [];
  let entries: unknown;
  try {
    entries = JSON.parse(json);
  } catch {
    return found;
  }
  if (!Array.isArray(entries)) return found;
  const bits = facts && new DataView(facts.buffer, facts.byteOffset, facts.byteLength);
  for (const [seq, entry] of entries.entries()) {
    const [to, kind, start, end, text, rel] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (!isCount(to) || !isCount(kind) || !isCount(start) || !isCount(end)) return found;
    const fact = bits && seq * 4 + 4 <= bits.byteLength ? bits.getInt32(seq * 4, true) : 0;
    found.push({ to, kind, start, end, text: textOf(text), rel: textOf(rel), facts: fact });
  }
  return found;
}

/** Packs the links of files up to version 19. */
export class JsonLinks {
  readonly #writer: LinksWriter;

  /** `words`: gives numbers to texts that repeat. */
  constructor(words: WordNumbers = noWords) {
    this.#writer = new LinksWriter(words);
  }

  /** Returns bytes that are valid until the next call. */
  pack(json: string, facts: Uint8Array | null): Uint8Array {
    const links = linksOfJson(json, facts);
    return this.#writer.pack(links, kind => kind, links[0]?.to ?? 0);
  }
}
