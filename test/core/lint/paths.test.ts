import { expect, test } from 'vitest';
import { forAll, lint, testExamples } from './example.ts';
import { pathsExamples } from './paths-examples.ts';

testExamples(pathsExamples);

test.each(['/admin/*.*', '/*.*', '/name.*', '/a/*.php.*', '*.*'])('P-REGEX takes %s for the plain pattern it is', path => {
  expect(lint(forAll(`Disallow: ${path}`)).filter(({ id }) => id === 'P-REGEX')).toEqual([]);
});

test.each([
  ['/core/*.css$', '/core/a.css?x'],
  ['/*.gif$', '/a.gif?x'],
  ['*.pdf$', '/a.pdf?x'],
  ['/*/x/*-y*.png$', '/a/x/a-ya.png?x'],
])('P-END-QUERY of %s names a path that the rule misses only for its query', (path, sample) => {
  const found = lint(forAll(`Disallow: ${path}`)).find(({ id }) => id === 'P-END-QUERY');
  expect(found?.message).toContain(`match ${sample}`);
});

test.each([
  ['MJ12bot', 'I'],
  ['Spinn3r', 'W'],
  ['404checker', 'W'],
  ['Baiduspider+', 'E'],
])('G-TOKEN-CHARS: %s is %s', (name, severity) => {
  expect(lint(`User-agent: ${name}\nDisallow: /x\n`).find(({ id }) => id === 'G-TOKEN-CHARS')?.severity).toBe(severity);
});
