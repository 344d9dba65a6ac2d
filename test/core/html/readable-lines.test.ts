import { expect, test } from 'vitest';
import { readableLines } from '#core/html/readable-lines.ts';
import { ownMs } from '../../support/own-time.ts';

const lines = (html: string, most = 100) => readableLines(html, most).lines;

test('blocks begin lines, inline elements do not', () => {
  expect(lines('<h1>A <b>bold</b> word</h1><p>Next &amp; <a href="x>y">last</a>\n\n line</p><ul><li>1<li>2</ul>')).toEqual([
    'A bold word',
    'Next & last line',
    '1',
    '2',
  ]);
});

test('what nobody reads is left out', () => {
  expect(lines('<title>T</title><!-- c > --><style>p{}</style><p>x<script>if (a < b) "</p>"</script>y</p>')).toEqual(['xy']);
  expect(lines('<p>a<script>never closed')).toEqual(['a']);
});

test('a lone less-than sign is text', () => expect(lines('<p>1 < 2</p>')).toEqual(['1 < 2']));

test('more lines than wanted are cut, and said so', () => {
  expect(readableLines('<p>a<p>b<p>c', 2)).toEqual({ lines: ['a', 'b'], isCut: true });
  expect(readableLines('<p>a<p>b', 5).isCut).toBe(false);
});

test('long hostile text takes little time', () => {
  const spent = ownMs(() => {
    readableLines('<a href="'.repeat(100_000), 2_000);
    readableLines('<script>'.repeat(100_000), 2_000);
    readableLines('<'.repeat(500_000), 2_000);
  });
  expect(spent).toBeLessThan(1_500);
});
