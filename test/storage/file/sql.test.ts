import { describe, expect, it } from 'vitest';
import { runSql } from '#storage/file/sql.ts';
import { newSession } from '../../support/crawling.ts';

const limits = { timeMs: 5_000, maxRows: 9 };

describe('an error in a statement', () => {
  it.each([
    ['SELECT nope FROM url', 'no such column: nope'],
    ['SELECT * FROM nowhere', 'no such table: nowhere'],
    ['SELEC 1', 'near "SELEC": syntax error'],
  ])('is named, and the file is not blamed: %s', async (statement, words) => {
    const { path } = newSession(['http://127.0.0.1/']);
    const refused = { code: 'bad_request', message: `SQLite says: ${words}` };
    expect(() => runSql(path, statement, limits)).toThrow(expect.objectContaining(refused));
  });
});
