import { expect, it } from 'vitest';
import type { ReadDb } from '#storage/file/handle.ts';
import { WordTexts } from '#storage/file/words.ts';
import { newStore } from '../fixture.ts';

it('a damaged file that refers to words it does not have is not searched for each of them', () => {
  const { db } = newStore();
  db.exec("INSERT INTO word (id, text) VALUES (1, 'nav')");
  let asked = 0;
  const counting = {
    prepare: (sql: string) => {
      const statement = db.prepare(sql);
      return {
        raw: () => statement.raw(),
        pluck: () => ({
          get: () => {
            asked += 1;
            return statement.pluck().get();
          },
        }),
      };
    },
  } as unknown as ReadDb;
  const texts = new WordTexts(counting);
  expect(texts.textOf(1)).toBe('nav');
  for (let i = 0; i < 20_000; i++) expect(texts.textOf(2 + (i % 60_000))).toBe('');
  expect(asked).toBeLessThan(1_100);
  expect(texts.textOf(1)).toBe('nav');
});
