import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractHtml } from '#core/html/extract.ts';
import { startDemoSite } from '#demo/server.ts';
import { settingsForDemo } from '#engine/session/demo.ts';
import { createSession } from '#engine/session/session.ts';
import { elementNotes, type PageFacts, type Place } from '#shared/model/page-facts.ts';
import type { StructuredData } from '#shared/model/structured-data.ts';
import { plainFacts, readFacts } from '#storage/facts/read-facts.ts';
import { packedForm } from '#storage/facts/sections.ts';
import { FactsWriter } from '#storage/facts/write-facts.ts';
import { openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { PackedWriter } from '#storage/file/packed-text.ts';
import { Words, WordTexts } from '#storage/file/words.ts';
import { pageFactsOf } from '#storage/reads/page-facts.ts';
import { bodyReader } from '#storage/tables/bodies.ts';
import { tempFolder } from '../../support/temp.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';
import { newStore } from '../fixture.ts';

/** Keys with no value are left out, as JSON does. */
const record = <T>(model: { [K in keyof T]-?: fc.Arbitrary<T[K] | undefined> }, requiredKeys: (keyof T & string)[]) =>
  fc.record(model as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys,
    noNullPrototype: true,
  }) as unknown as fc.Arbitrary<T>;

const whole = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { noNullPrototype: true });

const text = fc.oneof(
  fc.constantFrom('', 'Home', '/favicon.ico', 'Überschrift', 'cut \ud83d', '日本語'),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const count = fc.nat(3_000_000_000);
const yes = fc.constant(true as const);
const at: fc.Arbitrary<Place> = fc.tuple(fc.nat(5_000_000), fc.nat(70_000)).map(([start, size]) => [start, start + size]);
const some = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { maxLength: 4 });
const placedText = record({ text, at, inBody: yes }, ['text', 'at']);
const placedHref = record({ href: text, at, inBody: yes }, ['href', 'at']);
const meta = record({ name: text, content: text, at, inBody: yes }, ['name', 'content', 'at']);
const base64 = fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes).toString('base64'));
const value = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean(), fc.constant(null));
const range = at.map(([start, end]) => ({ start, end }));
const errors = record({ code: fc.constant('empty'), line: count, column: count, offset: count, byte: count, found: text }, [
  ...(['code', 'line', 'column', 'offset', 'byte', 'found'] as const),
]);
const block = record<StructuredData['blocks'][number]>(
  {
    ...{ format: fc.constantFrom('json-ld' as const, 'microdata' as const, 'rdfa' as const), at: range },
    ...{ error: errors as never, unknownContexts: some(text), contextMissing: yes, wrapped: yes, missingReferences: some(text) },
  },
  ['format', 'at'],
);
const item = record<StructuredData['items'][number]>(
  {
    ...{
      block: fc.constant(0),
      types: some(text),
      id: text,
      parent: fc.constant(0),
      via: text,
      at: range,
      unknownVocabulary: yes,
    },
    properties: some(whole({ name: text, values: some(fc.oneof(value, fc.constant({ item: 0 }), whole({ ref: text }))) })),
  },
  ['block', 'types', 'at', 'properties'],
);
const structured: fc.Arbitrary<StructuredData> = whole({
  blocks: fc.array(block, { minLength: 1, maxLength: 3 }),
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  dropped: whole({ blocks: count, items: count, values: count }),
});

/** The compiler names a fact that is missing here. */
const anyFacts: fc.Arbitrary<PageFacts> = record<PageFacts>(
  {
    ...{ v: fc.constant(1 as const), doctype: text, lang: text, isAmp: yes, metaCharset: text, metaCharsetAt: at, hasMark: yes },
    ...{ document: some(fc.constantFrom('no-main' as const, 'body-missing' as const)), headEndedBy: placedText },
    ...{ elements: count, deepest: count, bases: some(placedHref), titles: some(placedText), descriptions: some(placedText) },
    ...{ keywords: some(placedText), viewports: some(placedText), robots: some(meta), social: some(meta) },
    canonicals: some(record({ href: text, at, inBody: yes, extra: text }, ['href', 'at'])),
    hreflangs: some(record({ href: text, at, inBody: yes, lang: text }, ['href', 'at', 'lang'])),
    ...{ next: some(placedHref), prev: some(placedHref), amp: some(placedHref), mobile: some(placedHref) },
    ...{ icons: some(placedHref), feeds: some(placedHref) },
    refresh: record({ href: text, at, inBody: yes, seconds: fc.double({ min: 0, max: 1e9, noNaN: true }) }, [
      'href',
      'at',
      'seconds',
    ]),
    ...{ metaCsp: text, metaReferrer: text },
    headings: some(record({ level: fc.integer({ min: 1, max: 6 }), text, at, alt: yes }, ['level', 'text', 'at'])),
    text: record(
      {
        ...{ bytes: count, characters: count, words: count, area: fc.constantFrom('chosen', 'main', 'article', 'rest') },
        ...{
          language: text,
          confidence: fc.double({ min: 0, max: 1, noNaN: true }),
          flesch: fc.double({ min: -500, max: 300, noNaN: true }),
        },
        ...{ lorem: count, notFound: text, errorText: text, copyright: count, excerpt: text },
      },
      ['bytes', 'characters', 'words', 'area'],
    ),
    images: some(
      record(
        {
          ...{
            src: text,
            at,
            alt: text,
            sized: yes,
            width: count,
            lazy: yes,
            onlyLinkContent: yes,
            decorative: yes,
            modern: yes,
          },
        },
        ['src', 'at'],
      ),
    ),
    forms: some(record({ action: text, at, hasPassword: yes }, ['action', 'at'])),
    notes: some(whole({ kind: fc.constantFrom(...elementNotes), text, at })),
    oddLinks: some(whole({ href: text, why: fc.constantFrom('javascript', 'malformed', 'scheme-typo', 'hash-bang'), at })),
    paths: some(text),
    fragments: fc.array(fc.tuple(count, text), { minLength: 1, maxLength: 4 }),
    ids: base64,
    textHash: fc.oneof(fc.constantFrom('00000000000000ff', '2-e4613d52c9271fb0', '1-00', '2-', 'F0', 'other'), text),
    signature: fc.oneof(base64, fc.constantFrom('AB', 'AB==', 'AA==')),
    ...{
      structured,
      dropped: fc.dictionary(fc.string({ unit: 'grapheme-ascii', maxLength: 9 }), count, { noNullPrototype: true }),
    },
  },
  ['v', 'elements', 'deepest', 'text'],
);

const packerOf = (db: WriteDb) => {
  const writer = new FactsWriter(new PackedWriter(new Words(db)));
  const words = new WordTexts(db);
  return {
    pack: (facts: PageFacts) => Buffer.from(writer.write(facts, [])),
    read: (blob: Buffer) => readFacts(blob, words),
  };
};

const small: PageFacts = {
  v: 1,
  elements: 3,
  deepest: 2,
  titles: [{ text: 'Start', at: [5, 12] }],
  text: { bytes: 1, characters: 1, words: 1, area: 'main' },
};

describe('packed facts of a page', () => {
  it('are the facts that were packed', () => {
    const { pack, read } = packerOf(newStore().db);
    fc.assert(
      fc.property(anyFacts, facts => {
        const found = read(pack(facts));
        expect(found && plainFacts(found)).toStrictEqual(facts);
      }),
      { numRuns: 200 },
    );
  });

  it('are those of every page of the demo', async () => {
    const site = await startDemoSite();
    const path = join(tempFolder(), 'demo.crawl');
    const session = createSession(path, { ...settingsForDemo(site.url), delayMs: 0, maxAttempts: 1 }, withoutWaits());
    try {
      await session.run();
    } finally {
      await session.close();
      await site.close();
    }
    const db = openDatabase(path, { readOnly: true });
    const stored = pageFactsOf(db);
    const body = bodyReader(db);
    const pages = db
      .prepare(
        `SELECT p.url_id AS id, f.body_hash AS hash, f.content_type AS contentType FROM page p JOIN fetch f ON f.id = p.fetch_id
         WHERE p.facts IS NOT NULL AND f.body_hash IS NOT NULL`,
      )
      .all() as { id: number; hash: Buffer; contentType: string | null }[];
    let links = 0;
    for (const { id, hash, contentType } of pages) {
      const options = { contentType, maxLinks: 50_000, robotNames: ['crawlscope'], facts: { detectLanguage: null } };
      const facts = extractHtml(body(hash) as Uint8Array, options).facts as PageFacts;
      const { fragments = [], ...found } = stored(id) as PageFacts;
      links += fragments.length;
      // The crawl detects languages, which Flesch's formula depends on.
      const { language, confidence, flesch, ...text } = found.text;
      expect({ ...found, text }).toEqual({ ...facts, text: { ...facts.text, flesch: undefined } });
    }
    expect(pages.length).toBeGreaterThan(20);
    expect(links).toBeGreaterThan(0);
    db.close();
  });

  it('are read without what this version does not know', () => {
    const { pack, read } = packerOf(newStore().db);
    const blob = pack(small);
    const size = blob.readUInt16LE(blob.length - 2);
    const sections = blob.subarray(0, blob.length - 2 - size);
    const directory = blob.subarray(blob.length - 2 - size, blob.length - 2);
    const later = Buffer.concat([sections, Buffer.from('later'), directory, Buffer.from([200, 1, 5, size + 3, 0])]);
    expect(plainFacts(read(later) as PageFacts)).toStrictEqual(small);
  });

  it('that are damaged are left out or give none, and never fail', () => {
    const { pack, read } = packerOf(newStore().db);
    fc.assert(
      fc.property(anyFacts, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }), fc.nat(9), (facts, changes, cut) => {
        const blob = pack(facts);
        for (const [place, byte] of changes) blob[1 + (place % (blob.length - 1))] = byte;
        const found = read(blob.subarray(0, blob.length - cut));
        if (found) expect(plainFacts(found).v).toBe(1);
      }),
      { numRuns: 200 },
    );
    for (const blob of [[], [packedForm], [packedForm, 0, 0], [packedForm, 255, 255], [9, 0, 0, 0]])
      expect(read(Buffer.from(blob))).toBeNull();
  });

  it('that refer to one text a million times do not take its size a million times', () => {
    const { read } = packerOf(newStore().db);
    const count = 20_000;
    const text = Buffer.alloc(100_000, 65);
    const number = (value: number): number[] => (value < 128 ? [value] : [(value % 128) | 128, ...number(value >> 7)]);
    const head = [1, 1, 0, 1, 1, 1, 3, 0, ...number(count)];
    const reference = Buffer.from(number((head.length + 1) * 4 + 2));
    const paths = [Buffer.from(number(text.length * 4)), text, ...Array.from({ length: count - 1 }, () => reference)];
    const size = head.length - 8 + paths.reduce((sum, { length }) => sum + length, 0);
    const directory = [1, 3, 2, 5, 24, ...number(size)];
    const blob = Buffer.concat([Buffer.from([packedForm, ...head]), ...paths, Buffer.from([...directory, directory.length, 0])]);
    const found = read(blob)?.paths ?? [];
    expect(found.length).toBeGreaterThan(100);
    expect(found.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(2 ** 27);
  });
});
