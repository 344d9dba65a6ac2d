import { describe, expect, it } from 'vitest';
import { answerTo, longestRows, rowsAsJson, viewAsJson } from '../../electron/main/rows-as-json.ts';

describe('rows as JSON', () => {
  it('are the rows, also without any', () => {
    const rows = [{ id: 1, url: 'http://a.example/\u2028"\ud800', status: null, isNew: false }, { id: 2 }];
    expect(JSON.parse(rowsAsJson(rows) ?? '')).toStrictEqual(rows);
    expect(rowsAsJson([])).toBe('[]');
  });

  const text = 'x'.repeat(400_000);
  const long = new Array(2_000_000);
  const others: readonly (readonly [string, unknown])[] = [
    ['no list', { id: 1 }],
    ['nothing', undefined],
    ['a list in which one long list lies many times', Array.from({ length: 40 }, () => long)],
    ['a list with holes', long],
    ['a list longer than its text may be', new Array(longestRows + 1)],
    ['a long text in many rows', Array.from({ length: 1_000 }, () => ({ text }))],
    ['a long text in many cells', [Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [at, text]))]],
    ['bytes', [new Uint8Array(8)]],
    ['bytes in a cell', [{ id: 1, bytes: new Uint8Array(8) }]],
    ['a list in a cell', [{ id: 1, urls: [] }]],
    ['a cell without a value', [{ id: 1, url: undefined }]],
    ['a number that JSON does not have', [{ id: 1, size: Number.NaN }]],
    ['a number of any size', [{ id: 1n }]],
    ['a text as an object', [Object('x'.repeat(100))]],
    ['a time', [new Date(0)]],
    ['a map', [new Map([['id', 1]])]],
    ['a list with a row that is none', [{ id: 1 }, null]],
  ];
  it.each(others)('are not made of %s', (_name, value) => {
    expect(rowsAsJson(value)).toBe(null);
  });
});

describe('a list with its first rows as JSON', () => {
  const info = { view: 1, count: 2, total: 9, searched: 1, current: true, problem: '"\u2028' };
  it('is what it was', () => {
    const value = { ...info, rows: [{ id: 1, url: 'http://a.example/', status: null }] };
    expect(JSON.parse(viewAsJson(value) ?? '')).toStrictEqual(value);
  });

  const text = 'x'.repeat(longestRows);
  const half = 'x'.repeat(longestRows / 2);
  const others: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['no object', 'rows'],
    ['a list without rows', info],
    ['rows that are none', { ...info, rows: [[]] }],
    ['rows that are no list', { ...info, rows: 1 }],
    ['a list in it', { ...info, more: [], rows: [] }],
    ['a text that is too long', { ...info, problem: text, rows: [] }],
    ['a text and rows that are too long together', { ...info, problem: half, rows: [{ text: half }] }],
    ['a number that JSON does not have', { ...info, searched: Number.NaN, rows: [] }],
    ['a number of any size', { ...info, view: 1n, rows: [] }],
    ['a list with rows', Object.assign([], { rows: [] })],
  ];
  it.each(others)('is not made of %s', (_name, value) => {
    expect(viewAsJson(value)).toBe(null);
  });
});

describe('the answer to a call of the window', () => {
  const rows = [{ id: 1, url: 'http://a.example/' }];
  it('has the rows of the table as JSON', () => {
    expect(answerTo('urls.rows', 7, rows)).toEqual({ kind: 'json', id: 7, json: JSON.stringify(rows) });
  });
  it('has a list as JSON where it comes with its first rows', () => {
    const value = { view: 1, rows };
    expect(answerTo('urls.view', 7, value)).toEqual({ kind: 'json', id: 7, json: JSON.stringify(value) });
    expect(answerTo('urls.view', 7, { view: 1 })).toEqual({ kind: 'result', id: 7, value: { view: 1 } });
  });
  it('has any other result as it is, also one that no list of rows has', () => {
    expect(answerTo('url.links', 7, rows)).toEqual({ kind: 'result', id: 7, value: rows });
    const bytes = [new Uint8Array(8)];
    expect(answerTo('urls.rows', 7, bytes)).toEqual({ kind: 'result', id: 7, value: bytes });
  });
});
