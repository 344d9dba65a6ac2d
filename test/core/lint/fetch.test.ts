import { expect, test } from 'vitest';
import { bytesOf } from '../robots/reading.ts';
import { idsIn, testExamples } from './example.ts';
import { fetchExamples } from './fetch-examples.ts';

testExamples(fetchExamples);

test('the body of an answer that is no file is not read as one', () => {
  const page = bytesOf('<html><meta http-equiv="refresh" content="0">');
  for (const [status, id] of [
    [404, 'F-404'],
    [503, 'F-5XX'],
    [null, 'F-UNREACHABLE'],
  ] as const)
    expect(idsIn({ bytes: page, url: 'https://e.com/robots.txt', fetch: { status } })).toEqual([id]);
});

test('how the file was fetched is not judged where nobody said', () => {
  expect(idsIn('User-agent: *\nDisallow: /a/\n').filter(id => id.startsWith('F-'))).toEqual([]);
});
