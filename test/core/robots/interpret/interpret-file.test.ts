import { describe, expect, test } from 'vitest';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { interpretationDifferences, interpretFile } from '#core/robots/interpret/interpret-file.ts';
import { factSentence, lineSentence } from '#shared/explain/interpretation.ts';
import type { InterpretedFile, LineRemarkCode } from '#shared/model/interpretation.ts';
import { ownMs } from '../../../support/own-time.ts';

const dialect = (id: string): Dialect => dialectById(id) as Dialect;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, id: string, agent?: string): InterpretedFile =>
  interpretFile(bytesOf(text), dialect(id), agent === undefined ? null : { productToken: agent, userAgent: '' });
/** Outcome, canonical text and remark codes of one source line. */
const line = (reading: InterpretedFile, number: number) => {
  const [found] = reading.lines.filter(each => each.line === number);
  return [found?.outcome, found?.text, ...(found?.remarks.map(({ code }) => code) ?? [])];
};

/** One file, dialect and line for each kind of remark: what is left of the line and why. */
const kinds: readonly (readonly [LineRemarkCode, string, string, number, string, string])[] = [
  ['past-size-limit', 'google', `#${'x'.repeat(512_000)}\nUser-agent: *\n`, 2, 'dropped', ''],
  ['no-colon', 'rfc9309', 'User-agent *', 1, 'dropped', ''],
  ['no-key', 'rfc9309', ': /x', 1, 'dropped', ''],
  ['space-before-colon', 'heritrix', 'User-agent : *', 1, 'dropped', ''],
  ['unknown-key', 'rfc9309', 'Noindex: /x', 1, 'dropped', ''],
  ['mark-in-key', 'wget', '\ufeffUser-agent: *\nDisallow: /', 1, 'dropped', ''],
  ['allow-unknown', 'res-1994', 'User-agent: *\nAllow: /x\nDisallow: /', 2, 'dropped', ''],
  ['orphan', 'rfc9309', 'Disallow: /x', 1, 'dropped', ''],
  ['record-ended', 'yandex', 'User-agent: *\n\nDisallow: /x', 3, 'dropped', ''],
  ['no-slash', 'yandex', 'User-agent: *\nDisallow: x', 2, 'dropped', ''],
  ['only-stars', 'temoto', 'User-agent: *\nDisallow: *', 2, 'dropped', ''],
  ['rule-limit', 'yandex', `User-agent: *\n${'Disallow: /x\n'.repeat(2_049)}`, 2_050, 'dropped', ''],
  ['rule-too-long', 'yandex', `User-agent: *\nDisallow: /${'x'.repeat(1_024)}`, 2, 'dropped', ''],
  ['never-matches', 'geoportal-code', 'User-agent: *\nDisallow: /a^b', 2, 'dropped', ''],
  ['needs-slash', 'rfc9309', 'User-agent: *\nDisallow: x', 2, 'dropped', ''],
  ['bad-delay', 'bing', 'User-agent: *\nCrawl-delay: soon', 2, 'dropped', ''],
  ['delay-ignored', 'google', 'User-agent: *\nCrawl-delay: 10', 2, 'dropped', ''],
  ['sitemap-ignored', 'wget', 'Sitemap: https://e.com/s', 1, 'dropped', ''],
  ['sitemap-empty', 'google', 'Sitemap:', 1, 'dropped', ''],
  ['agent-skipped', 'protego', 'User-agent:\nDisallow: /', 1, 'dropped', ''],
  [
    'agent-taken-over',
    'heritrix',
    'User-agent: x\nDisallow: /1\nUser-agent: a\nUser-agent: x\nUser-agent: a\nDisallow: /2',
    3,
    'dropped',
    '',
  ],
  ['group-overlooked', 'geoportal-code', 'User-agent: a\nSitemap: https://e.com/s\nUser-agent: *\nDisallow: /', 1, 'dropped', ''],
  ['rejects-file', 'temoto', 'Disallow: /x\nUser-agent: *', 1, 'dropped', ''],
  ['file-not-read', 'temoto', 'Disallow: /x\nUser-agent: *', 2, 'dropped', ''],
  ['alias', 'google', 'User-agent: *\nDisalow: /x', 2, 'changed', 'Disallow: /x'],
  ['missing-colon', 'google', 'User-agent *\nDisallow /x', 2, 'changed', 'Disallow: /x'],
  ['cut', 'google', `User-agent: *\nDisallow: /${'x'.repeat(17_000)}`, 2, '', ''],
  ['nul-ends', 'google', 'User-agent: *\nDisallow: /x\0y', 2, '', ''],
  ['nul-splits', 'texting-robots', 'User-agent: *\nDisallow: /x\0Allow: /y', 2, 'changed', 'Disallow: /x Allow: /y'],
  ['tags-removed', 'heritrix', '<p>User-agent: *\nDisallow: /x<br>', 2, 'changed', 'Disallow: /x'],
  ['agent-token', 'google', 'User-agent: Googlebot/2.1', 1, 'changed', 'User-agent: googlebot'],
  ['agent-nobody', 'google', 'User-agent: 123', 1, 'changed', 'User-agent: '],
  ['agent-everybody', 'heritrix', 'User-agent:\nDisallow: /', 1, 'changed', 'User-agent: '],
  ['slash-added', 'wget', 'User-agent: *\nDisallow: x', 2, 'changed', 'Disallow: /x'],
  ['stars-cut', 'heritrix', 'User-agent: *\nDisallow: /x*', 2, 'changed', 'Disallow: /x'],
  ['authority-cut', 'rep-cpp', 'User-agent: *\nDisallow: https://e.com/x', 2, '', ''],
  ['first-word', 'temoto', 'User-agent: *\nDisallow: /x y', 2, 'changed', 'Disallow: /x'],
  ['dollar-cuts', 'slurp', 'User-agent: *\nDisallow: /x$y', 2, 'changed', 'Disallow: /x$y'],
  ['normalised', 'rfc9309', 'User-agent: *\nDisallow: /%7ea', 2, 'changed', 'Disallow: /~a'],
  ['empty-allows', 'urllib', 'User-agent: *\nDisallow:', 2, 'changed', 'Disallow:'],
  ['empty-forbids', 'yandex', 'User-agent: *\nAllow:', 2, 'changed', 'Allow:'],
  ['empty-idle', 'google', 'User-agent: *\nDisallow:', 2, 'used', 'Disallow:'],
  ['star-literal', 'norobots-1996', 'User-agent: *\nDisallow: /x*', 2, 'used', 'Disallow: /x*'],
  ['dollar-literal', 'norobots-1996', 'User-agent: *\nDisallow: /x$', 2, 'used', 'Disallow: /x$'],
  ['also-matches', 'google', 'User-agent: *\nAllow: /a/index.html', 2, 'used', 'Allow: /a/index.html'],
  ['several-values', 'res-1997', 'User-agent: a b\nDisallow: /x /y', 2, 'used', 'Disallow: /x /y'],
  ['orphan-everybody', 'rep-cpp', 'Disallow: /x', 1, 'changed', 'Disallow: /x'],
  ['ends-record', 'yandex', 'User-agent: *\n\nDisallow: /x', 2, 'none', ''],
  ['new-group', 'protego', 'User-agent: a\nSitemap: https://e.com/s\nUser-agent: b\nDisallow: /', 3, 'used', 'User-agent: b'],
  [
    'joins-group',
    'geoportal-code',
    'User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\nUser-agent: a\nDisallow: /z',
    5,
    'used',
    'User-agent: a',
  ],
  ['delay-closes', 'crawler-commons', 'User-agent: *\nCrawl-delay: 500', 2, 'used', 'Crawl-delay: 500 s'],
];

describe('every kind of remark', () => {
  test.each(kinds)('%s (%s)', (code, id, text, number, outcome, canonical) => {
    const reading = read(text, id);
    const has = reading.lines.filter(each => each.remarks.some(remark => remark.code === code));
    expect(has.length, JSON.stringify(reading.lines.map(each => [each.line, each.remarks]))).toBeGreaterThan(0);
    if (number > 0) expect(has.map(each => each.line)).toContain(number);
    if (outcome !== '') expect(line(reading, number).slice(0, 2)).toEqual([outcome, canonical]);
    for (const each of has) expect(lineSentence(each)).toMatch(/^[^{}]+[.:…]$/);
  });
});

describe('a reading', () => {
  const mixed =
    'User-agent: a\nUser-agent: b\nDisallow: /x\nAllow: /x/y\n\nUser-agent: *\nDisallow: /\nUser-agent: a\nDisallow: /long/path';

  test('groups hold their rules in the order in which they win', () => {
    const { groups } = read(mixed, 'rfc9309');
    expect(groups.map(({ rules }) => rules.map(rule => [rule.line, rule.pattern]))).toEqual([
      [
        [4, '/x/y'],
        [3, '/x'],
      ],
      [[7, '/']],
      [[9, '/long/path']],
    ]);
    expect(read(mixed, 'norobots-1996').groups[0]?.rules.map(rule => rule.line)).toEqual([3, 4]);
  });

  test('a robot gets the groups that speak to it, merged', () => {
    const { robot, groups } = read(mixed, 'rfc9309', 'a');
    expect(robot?.groups).toEqual([0, 2]);
    expect(robot?.lines).toEqual([1, 8]);
    expect(robot?.rules.map(rule => rule.line)).toEqual([9, 4, 3]);
    expect(groups.map(({ chosen }) => chosen)).toEqual([true, false, true]);
    expect(read(mixed, 'rfc9309', 'c').robot?.groups).toEqual([1]);
  });

  test('every line that counts is used, changed or dropped, and every dropped one has a sentence', () => {
    const text = `\ufeffUser-agent: *\nDisalow /a\nfoo\nAllow\nnoindex: /\nCrawl-delay: x\nDisallow: b\nDisallow:\n\nAllow: /c*$\nSitemap: s\n`;
    for (const id of dialectIds()) {
      const reading = read(text, id, 'bot');
      const kept = reading.lines.filter(({ kind }) => kind !== 'blank' && kind !== 'comment');
      const { used, changed, dropped } = reading.counts;
      expect(used + changed + dropped, id).toBe(kept.length);
      for (const each of reading.lines)
        if (each.outcome === 'dropped' || each.outcome === 'changed') expect(lineSentence(each), id).not.toBe('');
    }
  });

  test('line numbers are those of the source whatever ends a line for the dialect', () => {
    const reading = read('User-agent: *\rDisallow: /a\u2028Disallow: /b\nDisallow: /c', 'protego');
    expect(reading.source.map(({ text }) => text)).toEqual(['User-agent: *', 'Disallow: /a\u2028Disallow: /b', 'Disallow: /c']);
    expect(reading.lines.map(each => [each.line, each.text])).toEqual([
      [1, 'User-agent: *'],
      [2, 'Disallow: /a'],
      [2, 'Disallow: /b'],
      [3, 'Disallow: /c'],
    ]);
    expect(reading.groups[0]?.rules.map(rule => rule.line).sort()).toEqual([2, 2, 3]);
    expect(reading.facts.map(factSentence)).toEqual(['This crawler counts 4 lines, because it uses other line ends.']);
    const wide = read('User-agent: *\rDisallow: /a\nDisallow: /b', 'wget');
    expect(wide.lines.map(each => [each.line, each.lastLine])).toEqual([
      [1, 2],
      [3, 3],
    ]);
  });

  test.each([
    ['empty', '', 'google', 'The file is empty: the crawler may fetch everything.'],
    ['comments', '# nothing', 'google', 'The file has no group: the crawler may fetch everything.'],
    ['a mark', '\ufeffUser-agent: *', 'google', 'The file starts with a byte order mark, which is skipped.'],
    [
      'a mark',
      '\ufeffUser-agent: *',
      'wget',
      'The file starts with a byte order mark, which becomes part of the first line. That line is lost.',
    ],
    ['514 kB', `${'#\n'.repeat(257_000)}User-agent: *`, 'yandex', 'The file is too large: the crawler may fetch everything.'],
    [
      'a page',
      '<html><body>x',
      'crawler-commons',
      'The body is a page without any User-agent line: the crawler may fetch everything.',
    ],
    ['an orphan', 'Disallow: /\nUser-agent: *', 'temoto', 'Line 1 makes the whole file invalid: the crawler gives no verdict.'],
  ])('%s', (_name, text, id, sentence) => {
    expect(read(text, id).facts.map(factSentence)).toContain(sentence);
  });

  test('a long line and many lines are cut, and say so', () => {
    const reading = read(`# ${'x'.repeat(5_000)}\n${'\n'.repeat(40_000)}`, 'google');
    expect(reading.source[0]).toMatchObject({ hidden: 3_002 });
    expect(reading.source.length).toBe(30_000);
    expect(reading.moreLines).toBe(10_001);
  });

  test('hostile bytes and every dialect: nothing is thrown', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      let state = seed * 2_654_435_761;
      const words = [
        'User-agent',
        'Disallow',
        'Allow',
        ':',
        ' ',
        '/',
        '*',
        '$',
        '\n',
        '\r',
        '\0',
        '%',
        '%zz',
        '\u2028',
        '<b>',
        '#',
        'é',
        '\ufeff',
        '\x0b',
      ];
      let text = '';
      for (let count = 0; count < 200; count += 1) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        text += words[(state >>> 8) % words.length];
      }
      for (const id of dialectIds()) {
        const reading = read(text, id, 'bot');
        expect(reading.lines.every(each => each.line >= 1 && each.line <= reading.source.length)).toBe(true);
      }
    }
  });
});

describe('two readings compared', () => {
  const differing = (text: string, a: string, b: string) =>
    interpretationDifferences(bytesOf(text), dialect(a), dialect(b)).map(each => each.line);
  test('a line that only one of them understands differs', () => {
    expect(differing('User-agent: *\nDisalow: /a\nDisallow: /b', 'rfc9309', 'google')).toEqual([2]);
  });
  test('a * that only one of them knows as a sign differs, a plain rule does not', () => {
    expect(differing('User-agent: *\nDisallow: /a*b\nDisallow: /c', 'google', 'norobots-1996')).toEqual([2]);
    expect(differing('User-agent: *\nDisallow: /a*', 'google', 'heritrix')).toEqual([]);
  });
  test('a rule that speaks to other names differs', () => {
    expect(differing('User-agent: a\nSitemap: https://e.com/s\nUser-agent: b\nDisallow: /x', 'google', 'protego')).toEqual([4]);
  });
  test('a file read alike has no differences, nor has a dialect with itself', () => {
    const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nSitemap: https://e.com/s';
    expect(differing(text, 'google', 'crawler-commons')).toEqual([]);
    for (const id of dialectIds()) expect(differing(text, id, id)).toEqual([]);
  });
  test('the other reading comes along', () => {
    const [first] = interpretationDifferences(bytesOf('User-agent: *\nDisalow: /a'), dialect('rfc9309'), dialect('google'));
    expect(first?.other.map(each => each.text)).toEqual(['Disallow: /a']);
  });
});

test('500 KiB of rules are read within a second', () => {
  const text = `User-agent: *\n${Array.from({ length: 16_000 }, (_, at) => `Disallow: /section/${at}/*.html$`).join('\n')}`;
  expect(text.length).toBeGreaterThan(480_000);
  const spent = ownMs(() => {
    expect(interpretFile(bytesOf(text), dialect('google')).counts.used).toBeGreaterThan(10_000);
  });
  expect(spent).toBeLessThan(5_000);
});
