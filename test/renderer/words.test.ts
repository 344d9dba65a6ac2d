import { describe, expect, test } from 'vitest';
import { answerDecides } from '#shared/explain/coverage.ts';
import type { HostStatus } from '#shared/model/crawl.ts';
import { keyCommand } from '../../renderer/bridge/key-command.ts';
import { canResume, clockWords, etaWords, nextLimit, readLimit } from '../../renderer/domain/crawl-words.ts';
import { suggest } from '../../renderer/domain/suggest.ts';
import { importWords, lineWords, textWords, versionLabel } from '../../renderer/features/robots/versions/words.ts';
import {
  asksForClass,
  hasWords,
  inTab,
  ruleColumnsIn,
  splitFilter,
  toggleWords,
  withoutClass,
} from '../../renderer/features/urls/filter-words.ts';
import { rowAfterKey } from '../../renderer/ui/grid/grid-keys.ts';
import { keyed } from '../../renderer/ui/keyed.ts';
import {
  bytesWords,
  cutMiddle,
  hostOf,
  lineFilter,
  percent,
  plural,
  quoted,
  shortUrl,
  statusTone,
} from '../../renderer/ui/text/format.ts';

const host: HostStatus = {
  origin: 'https://example.com',
  fetched: 1,
  queued: 2,
  failed: 0,
  blocked: 0,
  robots: 'rules',
  delayMs: 10_000,
  delayLine: 12,
  robotsVersion: 1,
  waiting: 'crawl-delay',
  nextAt: 17_000,
  detail: '',
};

test('of a long text the middle goes', () => {
  const told = `robots.txt could not be read (${'x'.repeat(500)}): nothing may be fetched.`;
  expect(cutMiddle(told, 100)).toHaveLength(100);
  expect(cutMiddle(told, 100)).toMatch(/^robots\.txt could not be read \(x+…x+\): nothing may be fetched\.$/);
  expect(cutMiddle('short', 5)).toBe('short');
});

test('an answer that was no file decides as a whole', () => {
  const told = (total: number, noRuleBlocked: number) => answerDecides({ total, noRuleBlocked });
  expect([told(1_227, 1_227), told(1_227, 0), told(1_227, 1_226), told(0, 0)]).toEqual([
    'no lines: the response itself decides, all 1,227 blocked',
    'no lines: the response itself decides, all 1,227 allowed',
    'no lines: the response itself decides, 1,226 blocked, 1 allowed',
    'no lines: the response itself decides, no URL is stored',
  ]);
});

describe('words about versions', () => {
  const lines = (added: number, removed: number, moved: number): string => lineWords({ added, removed, moved });
  test('lines that moved are told apart from lines that changed', () => {
    expect([lines(16, 9, 1), lines(1, 0, 2), lines(0, 0, 1), lines(0, 0, 3), lines(0, 0, 0), lineWords(null)]).toEqual([
      '+16 −9 lines, 1 moved',
      '+1 line, 2 moved',
      '1 line moved',
      '3 lines moved',
      'same text',
      '',
    ]);
  });
  test('an import says what was left out, and why', () => {
    const left = (n: number) => Array.from({ length: n }, (_, at) => ({ name: `${at}.json`, why: 'not JSON' }));
    const words = (added: number, known: number, n: number) => importWords({ origins: [], added, known, skipped: left(n) });
    expect([words(2, 1, 0), words(0, 0, 1), words(1, 0, 5)]).toEqual([
      '2 versions added, 1 already there.',
      'Nothing new. 1 skipped: 0.json (not JSON).',
      '1 version added. 5 skipped: 0.json (not JSON); 1.json (not JSON); 2.json (not JSON); and 2 more.',
    ]);
  });
  test('an answer that never came is told in words', () => {
    const row = {
      id: 1,
      number: 7,
      source: 'import',
      sourceName: '2024-05-12.json',
      isCurrent: false,
      standIn: 0,
      firstSeenAt: Date.UTC(2024, 4, 12),
      lastSeenAt: Date.UTC(2024, 4, 12),
      access: 'disallow-all',
      status: null,
      cause: 'imported-failure',
      bytes: null,
      finalUrl: '',
      hash: null,
    } as const;
    expect(versionLabel(row)).toBe('v7 · 12 May 2024 · imported · failed');
    expect(versionLabel({ ...row, source: 'crawl', cause: 'dns-failure' })).toBe('v7 · 12 May 2024 · crawl · dns failure');
    expect(versionLabel({ ...row, status: 503 })).toContain('503');
    const text = (more: object) => textWords({ ...row, lines: null, verdicts: null, ...more });
    const lines = { added: 0, removed: 0, moved: 0, since: 6 };
    expect([
      text({}),
      text({ standIn: 6 }),
      text({ access: 'rules' }),
      text({ access: 'rules', lines }),
      text({ access: 'rules', lines: { ...lines, since: 4 } }),
      text({ access: 'rules', lines: { ...lines, added: 2, since: 4 } }),
    ]).toEqual(['no text', 'unreachable, v6 used instead', '', 'same text', 'same text as v4', '+2 lines against v4']);
  });
});

describe('sentences about the crawl', () => {
  test('a politeness clock says how long, for whom and which line', () => {
    expect(clockWords(host, 10_000)).toBe('waiting 7 s for example.com because robots.txt line 12');
  });
  test('a clock that ran out does not count below zero', () => {
    expect(clockWords(host, 99_000)).toBe('ready to request from example.com');
  });
  test('our own delay is named as ours', () => {
    expect(clockWords({ ...host, waiting: 'own-delay', delayMs: 500, delayLine: 0 }, 16_200)).toBe(
      'waiting 800 ms for example.com because your delay is 500 ms',
    );
  });
  test('a back-off says what happened, not what the server wanted', () => {
    const late = { ...host, waiting: 'back-off', detail: '3 attempts in a row failed' } as const;
    expect(clockWords(late, 10_000)).toBe('waiting 7 s for example.com: 3 attempts in a row failed');
    expect(clockWords({ ...late, detail: '' }, 10_000)).toBe('waiting 7 s for example.com');
  });
  test('digits are grouped', () => {
    expect(clockWords({ ...host, waiting: 'crawl-not-running', queued: 4_414 }, 0)).toContain('4,414 waiting');
  });
  test('a crawl can be resumed while anything waits', () => {
    expect(canResume('finished', 0)).toBe(false);
    expect(canResume('finished', 1)).toBe(true);
    expect(canResume('stopped', 1)).toBe(true);
    expect(canResume('running', 1)).toBe(false);
  });
  test('a higher limit is offered twice as high and must be higher', () => {
    expect(nextLimit(3)).toBe(6);
    expect(nextLimit(80_000_000)).toBe(100_000_000);
    expect(readLimit(' 1,000 ', 500)).toEqual({ maxPages: 1_000, problem: '' });
    for (const typed of ['', '500', '-1', '1.5', '1e9', '200000000'])
      expect(readLimit(typed, 500).problem).toContain('above 500');
  });
  test('a delay above the ceiling is not a wait', () => {
    expect(clockWords({ ...host, waiting: 'delay-too-long', nextAt: null }, 0)).toContain('above your limit');
  });
  test('an unknown end is not guessed', () => {
    expect(etaWords(null)).toBe('');
    expect(etaWords(125_000)).toBe('about 2 min 5 s left');
  });
});

describe('numbers', () => {
  test('a share is never rounded to nothing or to everything', () => {
    expect(percent(1, 1_000)).toBe('<1 %');
    expect(percent(999, 1_000)).toBe('>99 %');
    expect(percent(0, 10)).toBe('0 %');
    expect(percent(10, 10)).toBe('100 %');
  });
  test('without a denominator there is no share', () => expect(percent(0, 0)).toBe('–'));
  test('counts have their noun', () => {
    expect(plural(1, 'URL')).toBe('1 URL');
    expect(plural(2_000, 'entry', 'entries')).toBe('2,000 entries');
  });
  test('bytes change unit before they read 1000', () => {
    expect(bytesWords(999)).toBe('999 B');
    expect(bytesWords(1_000)).toBe('1.0 KB');
    expect(bytesWords(999_600)).toBe('1.0 MB');
  });
  test('statuses have tones', () => expect([200, 304, 404, null].map(statusTone)).toEqual(['ok', 'warn', 'bad', 'none']));
});

describe('filters', () => {
  test('words split at white space outside quotes', () => {
    expect(splitFilter('status:404  intitle:"not found" -x "a b"')).toEqual(['status:404', 'intitle:"not found"', '-x', '"a b"']);
  });
  test('columns of custom rules are named with and without a minus, not inside quotes', () =>
    expect(ruleColumnsIn('-extract.price:none search.gtm-2:>0 Segment:blog "extract.a:1" extract.:x status:404')).toEqual([
      'extract.price',
      'search.gtm-2',
      'segment',
    ]));
  test.each([
    ['a OR b', ['(a OR b)']],
    ['a | b c', ['(a | b c)']],
    ['(a OR b) c', ['(a OR b)', 'c']],
    ['a -(b OR "c )" d) AND NOT e f', ['a', '-(b OR "c )" d)', 'NOT e', 'f']],
    ['NOT (a b) c', ['NOT (a b)', 'c']],
    ['-(status:404 depth:2) c', ['-(status:404 depth:2)', 'c']],
    ['Foo_(bar) (2024 x)', ['Foo_(bar)', '(2024', 'x)']],
    ['a OR (b', ['(a OR (b)']],
  ])('%s is split into conditions and groups', (text, parts) => expect(splitFilter(text)).toEqual(parts));
  test('alternatives stay together in a tab and with a chip', () => {
    expect(inTab('a OR b', 'page')).toBe('class:page (a OR b)');
    expect(toggleWords('a OR b', 'title:none')).toBe('(a OR b) title:none');
    expect(toggleWords('a OR b', '(a OR b)')).toBe('');
    expect(hasWords('a OR title:none', 'title:none')).toBe(false);
    expect(asksForClass('a OR (class:page b)')).toBe(true);
    expect(withoutClass('(a OR -class:page) b')).toBe('b');
    expect(ruleColumnsIn('a OR -(segment:blog b)')).toEqual(['segment']);
  });
  test('an open quote is one word to the end', () => expect(splitFilter('a "b c')).toEqual(['a', '"b c']));
  test('a word is added once and taken away again', () => {
    expect(toggleWords('', 'a')).toBe('a');
    expect(toggleWords('a b', 'a')).toBe('b');
    expect(toggleWords('a in:sitemap', 'in:sitemap inlinks:0')).toBe('a in:sitemap inlinks:0');
    expect(toggleWords('in:sitemap a inlinks:0', 'in:sitemap inlinks:0')).toBe('a');
    expect(inTab('status:404', 'page')).toBe('class:page status:404');
    expect(inTab('', 'page')).toBe('class:page');
    expect(inTab('status:404', '')).toBe('status:404');
    expect(inTab('-class:other', 'page')).toBe('-class:other');
    expect(asksForClass('inurl:"class:page"')).toBe(false);
    expect(withoutClass('class:page depth:2')).toBe('depth:2');
    expect(hasWords('status:4040', 'status:404')).toBe(false);
  });
  test('the filter of a robots.txt line names the host with its port', () => {
    expect(lineFilter(12, 'http://127.0.0.1:8080')).toBe('line:12 site:127.0.0.1:8080');
  });
  test('a URL of the same origin is shown without it, another whole', () => {
    expect(shortUrl('https://a.example/x?y', 'https://a.example/')).toBe('/x?y');
    expect(shortUrl('https://a.example.evil/', 'https://a.example/')).toBe('https://a.example.evil/');
    expect(shortUrl('mailto:x', 'mailto:y')).toBe('mailto:x');
  });
  test('what is no URL is its own host', () => expect(hostOf('nonsense')).toBe('nonsense'));
  test('a value with white space is quoted and cannot end its quotes', () => expect(quoted('a "b')).toBe('"a b"'));
});

describe('omnibox suggestions', () => {
  test('operators continue the last word', () => {
    expect(suggest('site:example.com sta').map(s => s.text)).toEqual(['site:example.com status:', 'site:example.com state:']);
  });
  test('joining words are suggested between conditions, as typed in lower case too', () => {
    expect(suggest('status:404 or').map(s => s.text)).toEqual(['status:404 OR ']);
    expect(suggest('status:404 NO', 'filters')[0]?.text).toBe('status:404 NOT ');
    expect(suggest('o').map(s => s.label)).not.toContain('OR');
    expect(suggest('a OR -(noi')[0]?.text).toBe('a OR -(noindex:');
    expect(suggest('a OR (title:no')[0]).toMatchObject({ text: 'a OR (title:none', label: '(title:none' });
  });
  test('an operator is suggested under the name that is typed, once', () => {
    expect(suggest('numl').map(s => s.text)).toEqual(['numlinks:']);
    expect(suggest('code')[0]).toMatchObject({ text: 'code:', meaning: 'HTTP status: 404, 4xx, >=400, none' });
    expect(suggest('').map(s => s.text)).not.toContain('code:');
    expect(suggest('modi').map(s => s.text)).toEqual(['modified:']);
  });
  test('a minus stays before the operator', () => expect(suggest('-noi')[0]?.text).toBe('-noindex:'));
  test('a number being typed gets no suggestions', () => expect(suggest('status:4')).toEqual([]));
  test('values there are to choose from are suggested with their meaning', () => {
    expect(suggest('a -title:').map(s => [s.text, s.label, s.meaning])).toEqual([
      ['a -title:none', '-title:none', 'Pages without it'],
      ['a -title:duplicate', '-title:duplicate', 'Indexable pages that share it with another one'],
    ]);
    expect(suggest('in:').map(s => s.text)).toEqual(['in:sitemap']);
    expect(suggest('indexable:n').map(s => s.label)).toEqual(['indexable:no', 'indexable:noindex', 'indexable:no-response']);
    expect(suggest('title:none')).toEqual([]);
  });
  test('a filter cannot ask about one URL', () => expect(suggest('inf', 'filters')).toEqual([]));
  test('a URL being typed gets no suggestions', () => expect(suggest('example.com/a')).toEqual([]));
  test('info: stands alone', () => expect(suggest('site:a.com in').map(s => s.label)).not.toContain('info:'));
});

describe('keys', () => {
  const stroke = { key: 'k', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  const page = { typing: false, inDialog: false };
  test('control or command with a letter names a command', () => {
    expect(keyCommand(stroke, page)).toBe('open-omnibox');
    expect(keyCommand({ ...stroke, key: '2', ctrlKey: false, metaKey: true }, page)).toBe('view:urls');
    expect(keyCommand({ ...stroke, key: 'S', shiftKey: true }, page)).toBe('save-as');
    expect(keyCommand({ ...stroke, key: 'D', shiftKey: true }, page)).toBe('compare');
    expect(keyCommand({ ...stroke, key: '7' }, page)).toBe('view:compare');
  });
  test('a question mark is a command only outside fields', () => {
    expect(keyCommand({ ...stroke, key: '?', ctrlKey: false, shiftKey: true }, page)).toBe('shortcuts');
    expect(keyCommand({ ...stroke, key: '?', ctrlKey: false, shiftKey: true }, { ...page, typing: true })).toBe('');
  });
  test('a dialog keeps its keys', () => expect(keyCommand(stroke, { typing: false, inDialog: true })).toBe(''));
  test('names of objects are not commands', () => expect(keyCommand({ ...stroke, key: 'constructor' }, page)).toBe(''));

  test('rows: arrows, pages and ends stay inside the table', () => {
    expect(rowAfterKey('ArrowDown', -1, 5, 3)).toBe(0);
    expect(rowAfterKey('ArrowDown', 4, 5, 3)).toBe(4);
    expect(rowAfterKey('PageDown', 0, 100, 10)).toBe(9);
    expect(rowAfterKey('PageUp', 3, 100, 10)).toBe(0);
    expect(rowAfterKey('End', 0, 100, 10)).toBe(99);
    expect(rowAfterKey('x', 0, 100, 10)).toBeNull();
    expect(rowAfterKey('ArrowDown', 0, 0, 10)).toBeNull();
  });
});

test('keys of equal items differ and stay with their place', () => {
  expect(keyed(['a', 'b', 'a'], t => t).map(k => k.key)).toEqual(['1 a', '1 b', '2 a']);
});
