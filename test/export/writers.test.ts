import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from '../../electron/export/csv.ts';
import { toJsonArray, toJsonLines } from '../../electron/export/jsonl.ts';
import { undoNeutralised } from '../../electron/export/neutralise.ts';
import { toTable } from '../../electron/export/table.ts';
import { printable, textWidth, truncate } from '../../electron/export/text-width.ts';

const csv = (...row: (string | number | null)[]): string => [...toCsv(['a'], [row])].slice(1).join('');

test('RFC 4180: quotes are doubled, commas and line breaks quoted, lines end in CRLF', () => {
  expect(csv('a,b', 'say "x"', 'two\nlines', 'plain', null, 7)).toBe('"a,b","say ""x""","two\nlines",plain,,7\r\n');
});

test('ours: text that looks like a formula gets an apostrophe, numbers keep their sign', () => {
  expect(csv('=1+1', '+1', '-1', '@x', '\tx', -1)).toBe(`'=1+1,'+1,'-1,'@x,"'\tx",-1\r\n`);
});

test('ours: a formula after a semicolon or a tab is guarded, because some spreadsheets split there', () => {
  expect(csv('a;=1+1')).toBe('"a;\'=1+1"\r\n');
  expect(csv('a\t@x')).toBe('"a\t\'@x"\r\n');
  expect(csv('a;b')).toBe('"a;b"\r\n');
  expect(csv('x; =1')).toBe('"x;\' =1"\r\n');
});

test('ours: what a spreadsheet strips in front of a formula does not hide it, and NUL is shown', () => {
  expect(csv('\u0000=1', ' =1', '\ufeff+1', '\uff1d1')).toBe("'\ufffd=1,' =1,'\ufeff+1,'\uff1d1\r\n");
  expect(csv('a\u0000b')).toBe('a\ufffdb\r\n');
});

test('a lone empty field is no empty line', () => {
  expect(csv(null)).toBe('""\r\n');
});

/** A reader written from RFC 4180, independent of the writer. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at++) {
        if (text[at] === '"') at++;
        field += text[at];
      }
      at++;
    } else while (at < text.length && text[at] !== ',' && text[at] !== '\r') field += text[at++];
    record.push(field);
    if (text[at] === ',') at++;
    else {
      records.push(record);
      record = [];
      at += 2;
    }
    if (text[at - 1] === ',' && text[at] === undefined) record.push('');
  }
  return records;
}

test('any rows read back as written once the apostrophes are taken back, apart from NUL', () => {
  const cell = fc.string({ unit: 'binary', maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 5 }), rows => {
      const back = readCsv([...toCsv(['x', 'y', 'z'], rows)].join(''));
      expect(back.slice(1).map(row => row.map(text => undoNeutralised(text)))).toEqual(
        rows.map(row => row.map(text => text.replaceAll('\u0000', '\ufffd'))),
      );
    }),
  );
});

test('JSON Lines keep every key, exact text, and digits beyond 2^53', () => {
  const rows = [['=x', null, 9_007_199_254_740_993n, new Uint8Array([1, 255])]];
  expect([...toJsonLines(['a', 'b', 'c', 'd'], rows)]).toEqual(['{"a":"=x","b":null,"c":"9007199254740993","d":"01ff"}\n']);
  expect([...toJsonLines(['n'], [[5n]])]).toEqual(['{"n":5}\n']);
});

test('a JSON array is one document, empty or not', () => {
  expect(JSON.parse([...toJsonArray(['a'], [])].join(''))).toEqual([]);
  expect(JSON.parse([...toJsonArray(['a'], [[1], [2]])].join(''))).toEqual([{ a: 1 }, { a: 2 }]);
});

const rows = [
  ['https://example.com/a-rather-long-address', 200, 'Start'],
  ['https://example.com/b', 4, null],
] as const;

test('a table aligns columns, numbers to the right, and cuts nothing without a terminal', () => {
  expect([...toTable(['url', 'status', 'title'], rows, null)].join('')).toBe(
    [
      'url                                        status  title',
      '─────────────────────────────────────────  ──────  ─────',
      'https://example.com/a-rather-long-address     200  Start',
      'https://example.com/b                           4',
      '',
    ].join('\n'),
  );
});

test('without a terminal one very long cell widens its own line only', () => {
  const long = `https://example.com/${'x'.repeat(2_000)}`;
  const [, , first, second] = [
    ...toTable(
      ['url', 'status'],
      [
        [long, 200],
        ['https://example.com/', 404],
      ],
      null,
    ),
  ];
  expect(first).toContain(`${long}  `);
  expect(textWidth(second?.trimEnd() ?? '')).toBeLessThan(140);
});

test('on a terminal every line fits, the widest column gives way first', () => {
  const lines = [...toTable(['url', 'status', 'title'], rows, 40)];
  expect(Math.max(...lines.map(line => textWidth(line.trimEnd())))).toBe(40);
  expect(lines[2]).toBe('https://example.com/a-ra…     200  Start\n');
});

test('rows beyond the sample still stream', () => {
  function* many() {
    for (let i = 0; i < 2_500; i++) yield [i];
  }
  expect([...toTable(['n'], many(), null)]).toHaveLength(2_502);
});

test('only the sample is read before the first line comes out', () => {
  let pulled = 0;
  function* endless() {
    for (;;) yield [pulled++];
  }
  const lines = toTable(['n'], endless(), null);
  expect(lines.next().value).toBe('  n\n');
  expect(pulled).toBeLessThanOrEqual(1_001);
  lines.return(undefined);
});

test('hostile text cannot steer the terminal', () => {
  expect(printable('a\u001b[2Jb\r\nc\u202ed')).toBe('a\ufffd[2Jb  c\ufffdd');
});

test('wide and combining characters count as the terminal shows them', () => {
  expect(textWidth('日本')).toBe(4);
  expect(textWidth('e\u0301')).toBe(1);
  expect(truncate('日本語', 5)).toBe('日本…');
  expect(truncate('日本語', 4)).toBe('日…');
  expect(truncate('abc', 3)).toBe('abc');
});
