import { describe, expect, it } from 'vitest';
import type { Headers } from '#shared/model/fetch.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { FetchKinds, headersOfKinds } from '#storage/tables/fetch-kinds.ts';
import { newStore } from '../fixture.ts';

const parts = {
  status: 200,
  statusText: 'OK',
  httpVersion: '1.1',
  contentType: 'text/html',
  bodyEnd: 'complete',
  remoteAddress: null,
};
const startedAt = 1_795_907_773_511;
const dates = (seconds: number) => new Date(Math.floor(startedAt / 1000) * 1000 + seconds * 1000).toUTCString();
const kindsIn = (db: WriteDb): number => db.prepare('SELECT count(*) FROM fetch_kind').pluck().get() as number;

/** Writes a response as a row of `fetch_row`, and reads its headers with our own function and with SQL alone. */
function writer(db: WriteDb) {
  db.pragma('foreign_keys = OFF');
  const kinds = new FetchKinds(db);
  const add = db.prepare(
    'INSERT INTO fetch_row (origin_id, attempt, started_at, kind_id, own_headers, response_headers) VALUES (1, 1, ?, ?, ?, ?)',
  );
  const read = (view: string) => db.prepare(`SELECT response_headers FROM ${view} WHERE id = ?`).pluck();
  const [fast, plain] = [read('fetch'), read('main.fetch')];
  return (headers: Headers) => {
    const kind = kinds.stored(parts, headers, startedAt);
    const { lastInsertRowid: id } = add.run(
      startedAt,
      kind?.id ?? null,
      kind?.own ?? null,
      kind ? null : JSON.stringify(headers),
    );
    expect(fast.get(id)).toBe(JSON.stringify(headers));
    expect(JSON.parse(plain.get(id) as string)).toEqual(headers);
    return kind;
  };
}

describe('kinds of responses', () => {
  it('are few where only some headers vary, and give every header back', () => {
    const { db } = newStore();
    const write = writer(db);
    const written = Array.from({ length: 60 }, (_, i) =>
      write([
        ['Server', 'nginx "quoted" \\ \u00e9'],
        ['Date', dates(i - 30)],
        ['ETag', `"${i}"`],
        ['Content-Type', 'text/html'],
        ['Last-Modified', dates(-i * 1_000_003)],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', `b=${i}`],
        ['X-Empty', ''],
      ]),
    );
    expect(kindsIn(db)).toBeLessThan(4);
    expect(written.filter(kind => kind !== null).length).toBeGreaterThan(45);
    expect(written.at(-1)?.own).toBe('[29,"\\"59\\"",-59000177,"a=1","b=59"]');
  });

  it('keep what only looks like a date, and dates that no clock has', () => {
    const write = writer(newStore().db);
    const values = [
      'Sat, 21 Nov 2026 10:00:00 GMT',
      'Sun, 21 Nov 2026 10:00:00 GMT',
      'Sat, 1 Nov 2026 10:00:00 GMT  ',
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'Wed, 31 Dec 1969 23:59:59 GMT',
      'Fri, 31 Dec 9999 23:59:59 GMT',
      'Tue, 30 Feb 2026 10:00:00 GMT',
      'xxx, yy zzz 2026 10:00:00 GMT',
      'Sat, 29 Feb 2020 12:34:56 GMT',
      'Sun, 29 Feb 2021 12:34:56 GMT',
      'Mon, 31 Nov 2026 00:00:00 GMT',
      'Sat, 21 Nov 2026 24:00:00 GMT',
      'Sat; 21 Nov 2026 10:00:00 GMT',
      'Sat, 21-Nov-2026 10:00:00 GMT',
    ];
    for (let turn = 0; turn < 4; turn++)
      for (const [i, value] of values.entries()) {
        write([
          ['Date', value],
          ['ETag', String(turn * 100 + i)],
        ]);
      }
  });

  it('know a date of any day between 1970 and 9999', () => {
    const { db } = newStore();
    const kinds = new FetchKinds(db);
    const read = headersOfKinds();
    const value = (date: string) => kinds.stored(parts, [['Date', date]], startedAt)?.own;
    for (let i = 0; i < 20; i++) value(`no date ${i % 10}`);
    let checked = 0;
    for (let seconds = 0; seconds < 253_402_300_800; seconds += 86_400 * 97 + 3_661 + (checked % 59)) {
      const date = new Date(seconds * 1000).toUTCString();
      expect(value(date)).toBe(`[${seconds - Math.floor(startedAt / 1000)}]`);
      expect(read('[["Date",0]]', value(date) ?? '', startedAt)).toBe(JSON.stringify([['Date', date]]));
      checked += 1;
    }
    expect(checked).toBeGreaterThan(20_000);
  });

  it('are found again by the next program, and not after a rollback', () => {
    const { db } = newStore();
    const headers: Headers = [['Server', 'a']];
    const first = new FetchKinds(db);
    expect(first.stored(parts, headers, 1)).toBeNull();
    expect(() =>
      db.transaction(() => {
        expect(first.stored(parts, headers, 1)).not.toBeNull();
        throw new Error('no');
      })(),
    ).toThrow('no');
    first.reload();
    expect(kindsIn(db)).toBe(0);
    first.stored(parts, headers, 1);
    const kept = first.stored(parts, headers, 1);
    expect(kept).not.toBeNull();
    expect(new FetchKinds(db).stored(parts, headers, 1)).toEqual(kept);
    expect(new FetchKinds(db).stored({ ...parts, status: 404 }, headers, 1)).toBeNull();
    expect(kindsIn(db)).toBe(1);
  });

  it('that no program writes give nothing: a value that is used twice, a place below 0, and long ones', () => {
    const read = headersOfKinds();
    expect(read('[["a",0],["b",1]]', '["x","y"]', startedAt)).toBe('[["a","x"],["b","y"]]');
    for (const template of ['[["a",0],["b",0]]', '[["a",1]]', '[["a",-1]]', `[["a","${'x'.repeat(4_000)}"]]`])
      expect(read(template, '["x","y"]', startedAt)).toBeNull();
  });

  it('are not made without end by a site that answers in ever new ways', () => {
    const { db } = newStore();
    const kinds = new FetchKinds(db);
    for (let i = 0; i < 5_000; i++) for (let turn = 0; turn < 2; turn++) kinds.stored(parts, [[`X-${i}`, 'a']], 1);
    expect(kindsIn(db)).toBe(2_000);
    for (let turn = 0; turn < 2; turn++)
      expect(
        kinds.stored(
          parts,
          [
            ['X-Long', 'a'],
            ['Y'.repeat(5_000), 'b'],
          ],
          1,
        ),
      ).toBeNull();
  });

  it('that are damaged give no headers', () => {
    const read = headersOfKinds();
    for (const [template, own] of [
      ['[', '[]'],
      ['{}', '[]'],
      ['[["a"]]', '[]'],
      ['[["a",0]]', '[]'],
      ['[["a",0]]', '{"0":"b"}'],
      ['[["a",0]]', '[null]'],
      ['[["a",-1]]', '["b"]'],
      ['[["a",0]]', 'x'],
    ] as const)
      expect(read(template, own, 1), template + own).toBeNull();
    expect(read('[]', '[]', 1)).toBe('[]');
    expect(read('[["a",0],["b","c"]]', '["y"]', 1)).toBe('[["a","y"],["b","c"]]');
  });
});
