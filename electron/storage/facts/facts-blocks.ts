import { signatureLength } from '#core/text/signature.ts';
import type { WriteDb } from '../file/handle.ts';
import { BlockReader, BlockWriter, type FoundPage, placesOfBlock } from '../file/page-blocks.ts';
import { type OwnTexts, withOwnTexts } from './own-texts.ts';
import { section } from './sections.ts';

/** The signature is the last section: 0 and its bytes (`PackedWriter.encoded`). So the directory ends with its number and size, before two bytes. */
const signatureSize = signatureLength + 1;
const endOfDirectory = [section.signature, (signatureSize & 127) | 128, signatureSize >> 7] as const;

/** Where the signature begins in facts that have one at their end; -1 for none. `isWhole`: whether the facts have its bytes. */
function signatureIn(facts: Buffer, isWhole: boolean): number {
  const end = facts.length - 2;
  if (end < endOfDirectory.length) return -1;
  for (let i = 0; i < endOfDirectory.length; i++) if (facts[end - endOfDirectory.length + i] !== endOfDirectory[i]) return -1;
  const at = end - facts.readUInt16LE(end) - (isWhole ? signatureLength : 0);
  return at > 0 && facts[at - 1] === 0 ? at : -1;
}

/** Writes facts of pages into blocks. Signatures are random bytes, so they are kept apart. */
export class FactsBlocks {
  readonly #blocks: BlockWriter;
  #scratch = Buffer.allocUnsafe(4_096);

  constructor(db: WriteDb) {
    // Prepared on first use: an older file opened read-only lacks a column.
    const prepare = () => db.prepare('INSERT OR REPLACE INTO facts_block (id, bytes, signatures) VALUES (?, ?, ?)');
    let write: ReturnType<typeof prepare> | null = null;
    this.#blocks = new BlockWriter(db, 'facts_block', (id, packed, apart) => {
      write ??= prepare();
      write.run(id, packed, apart);
    });
  }

  /** Takes the facts of a page. Returns the value for `page_row.facts_at`; null if the facts are too long for a block. */
  add(facts: Buffer): number | null {
    const at = signatureIn(facts, true);
    if (at < 0) return this.#blocks.add(facts);
    const length = facts.length - signatureLength;
    if (length > this.#scratch.length) this.#scratch = Buffer.allocUnsafe(2 * length);
    facts.copy(this.#scratch, 0, 0, at);
    facts.copy(this.#scratch, at, at + signatureLength);
    return this.#blocks.add(this.#scratch.subarray(0, length), facts.subarray(at, at + signatureLength));
  }

  flush(): void {
    this.#blocks.flush();
  }

  reload(): void {
    this.#blocks.reload();
  }
}

/** Most bytes of the signatures of a block. */
export const mostSignatures = placesOfBlock * signatureLength;

/** Bytes for decoded blocks of a connection. */
const roomBytes = 2 * 1024 * 1024;

/** Reads facts from blocks, as `FactsWriter` wrote them. A place is a value of `facts_at`. */
export class BlockFacts {
  readonly #blocks = new BlockReader(roomBytes);

  /** The facts at a place; null if they are not kept. `own`: the texts of the page. */
  kept(place: number, own: OwnTexts): Buffer | null {
    return wholeFacts(this.#blocks.kept(place), own);
  }

  /** The facts at a place; null if a damaged block does not have them. `packed`, `signatures`: what is stored of the block. */
  at(place: number, packed: Uint8Array, signatures: Buffer | null, own: OwnTexts): Buffer | null {
    return wholeFacts(this.#blocks.at(place, packed, signatures), own);
  }
}

/** The pieces of facts without the section of the signature, which is the last one and begins one byte before `at`. */
function withoutSignature(facts: Buffer, at: number): readonly Buffer[] {
  const directory = facts.subarray(at, facts.length - 2 - endOfDirectory.length);
  const size = Buffer.allocUnsafe(2);
  size.writeUInt16LE(directory.length);
  return [facts.subarray(0, at - 1), directory, size];
}

/** Facts with their signature and with the texts of the page that they refer to. Facts whose signature is lost have none. */
function wholeFacts(page: FoundPage | null, own: OwnTexts): Buffer | null {
  if (page === null) return null;
  const { bytes, apart, allApart } = page;
  if (apart < 0) return withOwnTexts([bytes], own);
  const at = signatureIn(bytes, false);
  const start = apart * signatureLength;
  if (at < 0) return null;
  if (start + signatureLength > allApart.length) return withOwnTexts(withoutSignature(bytes, at), own);
  return withOwnTexts([bytes.subarray(0, at), allApart.subarray(start, start + signatureLength), bytes.subarray(at)], own);
}
