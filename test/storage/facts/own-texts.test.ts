import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageFacts } from '#shared/model/page-facts.ts';
import { BlockFacts, FactsBlocks } from '#storage/facts/facts-blocks.ts';
import { OwnNumbers, type OwnTexts } from '#storage/facts/own-texts.ts';
import { plainFacts, readFacts, signatureOf } from '#storage/facts/read-facts.ts';
import { FactsWriter } from '#storage/facts/write-facts.ts';
import { PackedWriter } from '#storage/file/packed-text.ts';
import { noWords } from '#storage/file/words.ts';
import { newStore } from '../fixture.ts';

const own: OwnTexts = [
  'A title',
  'A description, which is much longer than its number.',
  'Überschrift',
  'https://example.com/folder/page?x=1',
];
const none: OwnTexts = [null, null, null, null];
const words = { textOf: () => '' };
const signature = Buffer.from(Uint8Array.from({ length: 128 }, (_, i) => i * 73)).toString('base64');

const text = fc.oneof(
  fc.constantFrom(...(own as readonly string[]), '/folder/page?x=1', 'https://example.com/', 'A title ', '', 'a'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const factsWith = (texts: readonly string[], isSigned: boolean): PageFacts => ({
  v: 1,
  elements: 4,
  deepest: 3,
  text: { bytes: 1, characters: 1, words: 1, area: 'main' },
  titles: texts.map(each => ({ text: each, at: [1, 2] })),
  descriptions: texts.map(each => ({ text: each, at: [1, 2] })),
  social: texts.map(each => ({ name: 'og:title', content: each, at: [1, 2] })),
  canonicals: texts.map(each => ({ href: each, at: [1, 2] })),
  headings: texts.map(each => ({ level: 1, text: each, at: [1, 2] })),
  ...(isSigned ? { signature } : {}),
});

describe('facts that refer to texts of their page', () => {
  it('repeat what a column cannot hold, and long texts', () => {
    const half = 'half of a pair: \ud83d';
    const long = 'x'.repeat(20_001);
    const numbers = new OwnNumbers([half, long, 'short', 'https://example.com/\ud83d']);
    for (const each of [half, long, '/\ud83d']) expect(numbers.of(each), each).toBe(0);
    expect(numbers.of('short')).toBeGreaterThan(0);
    expect(numbers.used).toBe(4);
  });

  it('do not ask for a long text of a damaged file', () => {
    const writer = new FactsWriter(new PackedWriter(noWords));
    const { db } = newStore();
    const blocks = new FactsBlocks(db);
    const place = blocks.add(writer.write(factsWith(own as readonly string[], false), [], new OwnNumbers(own))) ?? -1;
    blocks.flush();
    const bytes = db.prepare('SELECT bytes FROM facts_block').pluck().get() as Buffer;
    const found = new BlockFacts().at(place, bytes, null, ['x'.repeat(5_000_000), ...own.slice(1)] as unknown as OwnTexts);
    expect(found?.length).toBeLessThan(1_000);
    const facts = found && readFacts(found, words);
    expect(facts?.titles?.map(each => each.text)).toEqual(['', ...own.slice(1)]);
  });

  it('are the same when they come back from a block', () => {
    const { db } = newStore();
    const writer = new FactsWriter(new PackedWriter(noWords));
    const blocks = new FactsBlocks(db);
    const block = db.prepare('SELECT bytes, signatures FROM facts_block ORDER BY id DESC LIMIT 1').raw();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(text, { minLength: 1, maxLength: 3 }), fc.boolean()), { maxLength: 12 }), pages => {
        const all = pages.map(([texts, isSigned]) => factsWith(texts, isSigned));
        const places = all.map(facts => blocks.add(writer.write(facts, [], new OwnNumbers(own))) ?? -1);
        blocks.flush();
        const reader = new BlockFacts();
        for (const [i, place] of places.entries()) {
          const [bytes, signatures] = block.get() as [Buffer, Buffer | null];
          const found = reader.kept(place, own) ?? reader.at(place, bytes, signatures, own);
          const facts = found && readFacts(found, words);
          expect(facts && plainFacts(facts)).toEqual(all[i]);
          expect(facts && signatureOf(facts) !== null).toBe(pages[i]?.[1]);
        }
        blocks.reload();
      }),
    );
  });

  it('say which texts they use, and take a few bytes for each', () => {
    const writer = new FactsWriter(new PackedWriter(noWords));
    const numbers = new OwnNumbers(own);
    const packed = writer.write(factsWith(own as readonly string[], false), [], numbers).length;
    expect(numbers.used).toBe(15);
    expect(packed).toBeLessThan(writer.write(factsWith(own as readonly string[], false), []).length - 70);
    const path = new OwnNumbers(own);
    writer.write(factsWith(['/folder/page?x=1'], false), [], path);
    expect(path.used).toBe(8);
    const unused = new OwnNumbers(own);
    expect(writer.write(factsWith(['Other'], false), [], unused)[0]).toBe(1);
    expect(unused.used).toBe(0);
  });

  it('have empty texts where those of the page are lost, and are none where bytes are damaged', () => {
    const { db } = newStore();
    const writer = new FactsWriter(new PackedWriter(noWords));
    const blocks = new FactsBlocks(db);
    const place = blocks.add(writer.write(factsWith(['A title', 'Other'], true), [], new OwnNumbers(own))) ?? -1;
    blocks.flush();
    const [bytes, signatures] = db.prepare('SELECT bytes, signatures FROM facts_block').raw().get() as [Buffer, Buffer];
    const read = (found: Buffer | null) => found && readFacts(found, words);
    const plain = (found: Buffer | null) => plainFacts(read(found) as PageFacts);
    const facts = read(new BlockFacts().at(place, bytes, signatures, none));
    expect(facts?.titles?.map(each => each.text)).toEqual(['', 'Other']);
    // Without its signature, the page keeps its other facts.
    const { signature: signed, ...others } = plain(new BlockFacts().at(place, bytes, signatures, own));
    expect(signed).toBe(signature);
    for (const lost of [null, signatures.subarray(1)])
      expect(plain(new BlockFacts().at(place, bytes, lost, own))).toEqual(others);
    const whole = new BlockFacts().at(place, bytes, signatures, own) as Buffer;
    for (let length = 0; length < whole.length; length++) read(whole.subarray(0, length));
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = 255 - (changed[at] as number);
      const found = read(changed);
      if (found) plainFacts(found);
    }
  });
});
