import { describe, expect, it } from 'vitest';
import { canonicalFor, withinEdits } from '#core/canonical/as-engine.ts';
import { profiles } from '#core/crawlers/profiles.ts';
import { parseDirectiveDate } from '#core/directives/date.ts';
import { engineById, engineIds } from '#core/directives/engines.ts';
import { type PageInputs, readDirectives } from '#core/directives/read.ts';
import { parseRobotsTag, usagePreferences } from '#core/directives/robots-tag.ts';
import type { CanonicalDeclaration, MetaRobots } from '#shared/model/page.ts';

const m = (content: string, name = 'robots', inHead = true): MetaRobots => ({ name, content, at: { start: 0, end: 9 }, inHead });
const h = (value: string, name = 'X-Robots-Tag') => [name, value] as const;
const inputs = (metas: readonly MetaRobots[], ...headers: (readonly [string, string])[]): PageInputs => ({ metas, headers });
const read = (engine: string, given: PageInputs, names: readonly string[] = []) =>
  readDirectives(engineById(engine), given, names);
const why = (engine: string, given: PageInputs, names: readonly string[] = []) =>
  read(engine, given, names).ignored.map(each => `${each.directive.word} ${each.why}`);

describe.each(engineIds())('engine %s', id => {
  it('is found under its id and names a source for every knob', () => {
    const engine = engineById(id);
    expect(engine.id).toBe(id);
    for (const [name, knob] of Object.entries(engine)) {
      if (name === 'id' || name === 'name') continue;
      expect(knob, name).toMatchObject({ source: expect.stringMatching(/PAGE-DIRECTIVES|^Ours|^not documented/) });
    }
  });

  it('takes no directive at all for permission', () => {
    expect(read(id, inputs([]))).toMatchObject({
      index: { value: 'yes' },
      follow: { value: 'yes' },
      snippet: { value: -1 },
      ignored: [],
    });
  });
});

it('every profile names a known engine and where that is known from', () => {
  for (const profile of profiles()) {
    expect(engineIds()).toContain(profile.directives);
    expect(profile.directivesSource).not.toBe('');
  }
  expect(engineById('no-such-engine').id).toBe('unknown');
});

it('Apple: none is three words', () => {
  expect(read('apple', inputs([m('none')]))).toMatchObject({
    index: { value: 'no' },
    follow: { value: 'no' },
    snippet: { value: 0, by: [{ word: 'none' }] },
  });
  expect(read('google', inputs([m('none')])).snippet.value).toBe(-1);
  expect(why('apple', inputs([], h('noindex')))).toEqual(['noindex header-not-read']);
});

it('Yioop: a line for another robot is one word, what follows in it holds; any name with ROBOT speaks to it', () => {
  const header = inputs([], h('googlebot: noindex, nofollow'));
  expect(read('yioop', header)).toMatchObject({ index: { value: 'yes' }, follow: { value: 'no' } });
  expect(read('google', header, ['bingbot'])).toMatchObject({ index: { value: 'yes' }, follow: { value: 'yes' } });
  expect(read('yioop', inputs([m('noindex', 'robot'), m('nofollow', 'yioopbot')]), ['yioopbot'])).toMatchObject({
    index: { value: 'no' },
    follow: { value: 'yes' },
  });
  expect(read('yioop', inputs([m('index, noindex')])).index.value).toBe('no');
});

it('Yioop: a canonical in the Link header stops the links', () => {
  const given = inputs([], h('</b>; rel="canonical"', 'Link'));
  expect(read('yioop', given).follow).toMatchObject({ value: 'no', by: [{ word: 'canonical', source: { index: 0 } }] });
  expect(read('google', given).follow.value).toBe('yes');
});

it('Slurp of 2006: noindex, nofollow, noarchive; not the words that came later', () => {
  expect(read('slurp', inputs([m('noindex, noarchive', 'slurp')]), ['slurp'])).toMatchObject({
    index: { value: 'no' },
    cache: { value: 'noarchive' },
  });
  expect(why('slurp', inputs([m('max-snippet:20, none')]))).toEqual(['max-snippet not-documented', 'none not-documented']);
});

it('Baidu: noindex is not documented, nofollow is', () => {
  const given = inputs([m('noindex, nofollow')]);
  expect(read('baidu', given)).toMatchObject({ index: { value: 'yes' }, follow: { value: 'no' } });
  expect(why('baidu', given)).toEqual(['noindex not-documented']);
});

it('the draft: union of prohibitions for its token and *, in the head only, by either header', () => {
  const names = ['examplebot'];
  expect(read('rep-draft', inputs([], h('examplebot=(noindex); *=nosnippet', 'Robots-Tag')), names)).toMatchObject({
    index: { value: 'no' },
    snippet: { value: 0 },
  });
  expect(read('rep-draft', inputs([], h('otherbot=noindex', 'Robots-Tag')), names).index.value).toBe('yes');
  expect(why('rep-draft', inputs([m('noindex', 'robots', false)]), names)).toEqual(['noindex not-in-head']);
  expect(why('google', inputs([], h('*=noindex', 'Robots-Tag')))).toEqual(['noindex report-only']);
});

it('Yandex: permissions in a header do not count', () => {
  expect(why('yandex', inputs([], h('index, follow')))).toEqual(['index positive-in-header', 'follow positive-in-header']);
});

it('an unknown robot is read by Google’s rule', () => {
  const given = inputs([m('noindex, follow, max-snippet:7')], h('nofollow'));
  const { engine, ...unknown } = read('unknown', given);
  const { engine: _, ...google } = read('google', given);
  expect(engine).toBe('unknown');
  expect(unknown).toEqual(google);
});

describe('numbers', () => {
  it.each<[string, number]>([
    ['max-snippet:0', 0],
    ['max-snippet:-1', -1],
    ['max-snippet: 20, max-snippet:-1', 20],
    ['max-snippet:20, max-snippet:5, nosnippet', 0],
  ])('%s', (content, expected) => {
    expect(read('google', inputs([m(content)])).snippet.value).toBe(expected);
  });

  it.each([
    'max-snippet:-2',
    'max-snippet:ten',
    'max-snippet:',
    'max-snippet',
    'max-video-preview:1.5',
    'max-image-preview:huge',
  ])('%s is reported and changes nothing', content => {
    const { snippet, videoPreview, imagePreview, ignored } = read('google', inputs([m(content)]));
    expect([snippet.value, videoPreview.value, imagePreview.value]).toEqual([-1, null, null]);
    expect(ignored.map(each => each.why)).toEqual(['invalid-value']);
  });

  it('the smallest preview wins, -1 is no limit', () => {
    expect(read('google', inputs([m('max-video-preview:-1, max-video-preview:0')])).videoPreview.value).toBe(0);
    expect(read('google', inputs([m('max-video-preview:-1')])).videoPreview.value).toBe(-1);
    expect(read('google', inputs([m('max-image-preview:large, max-image-preview:Standard')])).imagePreview).toMatchObject({
      value: 'standard',
      lost: [{ why: 'restrictive-wins' }],
    });
  });
});

describe('dates', () => {
  it.each<[string, string | null]>([
    ['25 Jun 2010 15:00:00 PST', '2010-06-25T23:00:00.000Z'],
    ['Fri, 25 Jun 2027 15:00:00 GMT', '2027-06-25T15:00:00.000Z'],
    ['Friday, 25-Jun-27 15:00:00 GMT', '2027-06-25T15:00:00.000Z'],
    ['25 Jun 70 15:00 +0130', '1970-06-25T13:30:00.000Z'],
    ['2027-06-25', '2027-06-25T00:00:00.000Z'],
    ['2024-02-29T12:30:15+02:00', '2024-02-29T10:30:15.000Z'],
    ['20270625T150000Z', '2027-06-25T15:00:00.000Z'],
    ['2023-02-29', null],
    ['25 Jun 2010 15:00:00', null],
    ['25/06/2010', null],
    ['tomorrow', null],
    ['', null],
  ])('%s', (text, expected) => {
    const at = parseDirectiveDate(text);
    expect(at === null ? null : new Date(at).toISOString()).toBe(expected);
  });

  it('agrees with the clock of the platform over four centuries', () => {
    for (let year = 1800; year <= 2200; year++)
      for (const day of ['01-01', '02-28', '03-01', '12-31'])
        expect(parseDirectiveDate(`${year}-${day}`)).toBe(Date.parse(`${year}-${day}T00:00:00Z`));
  });

  it('another form is ignored and reported; the earliest of several counts', () => {
    expect(why('google', inputs([m('unavailable_after: 25/06/2010')]))).toEqual(['unavailable_after bad-date']);
    const both = read('google', inputs([m('unavailable_after: 2027-06-25')], h('unavailable_after: 2026-06-25')));
    expect(both.unavailableAfter).toMatchObject({ value: Date.UTC(2026, 5, 25), lost: [{ why: 'earlier-wins' }] });
  });
});

describe('canonicals by engine', () => {
  const page = 'https://e.com/page/one';
  const element = (href: string): CanonicalDeclaration => ({
    href,
    source: { kind: 'link-element', at: { start: 0, end: 9 }, inHead: true, text: '' },
  });
  const header = (href: string): CanonicalDeclaration => ({ href, source: { kind: 'header', name: 'Link', index: 0, text: '' } });
  const stand = (reading: Parameters<typeof canonicalFor>[0], ...list: CanonicalDeclaration[]) =>
    canonicalFor(reading, list, page, page);

  it('Yioop throws away what is within three edits or of 252 characters and more', () => {
    expect(stand('near-dropped', element('/page/two'))).toMatchObject({ kind: 'ignored', why: 'near' });
    expect(stand('near-dropped', element('/page/three'))).toMatchObject({ kind: 'elsewhere' });
    expect(stand('near-dropped', element(`/${'x'.repeat(240)}`))).toMatchObject({ kind: 'ignored', why: 'long' });
    expect(stand('near-dropped', element(`/${'x'.repeat(237)}`))).toMatchObject({ kind: 'elsewhere' });
    expect(stand('element-and-header', element('/page/two'))).toMatchObject({ kind: 'elsewhere' });
  });

  it('some read the element only, some document nothing', () => {
    expect(stand('element', header('/b'))).toMatchObject({ kind: 'not-read', why: 'header' });
    expect(stand('element', header('/b'), element('/c'))).toMatchObject({ kind: 'elsewhere', url: 'https://e.com/c' });
    expect(stand('element-and-header', header('/b'), element('/c'))).toMatchObject({ kind: 'conflict' });
    expect(stand('undocumented', element('/c'))).toMatchObject({ kind: 'not-read', why: 'undocumented' });
    expect(stand('undocumented')).toMatchObject({ kind: 'none' });
  });

  it('edits are insertions, deletions and replacements', () => {
    expect(withinEdits('kitten', 'sitting', 3)).toBe(true);
    expect(withinEdits('kitten', 'sitting', 2)).toBe(false);
    expect(withinEdits('', 'abc', 3)).toBe(true);
    expect(withinEdits('abc', '', 2)).toBe(false);
    expect(withinEdits('abcdef', 'xabcde', 2)).toBe(true);
  });
});

describe('proposals, only reported', () => {
  it('of several statements about one use the most restrictive is kept', () => {
    expect(
      usagePreferences([h('train-ai=y, train-ai=n, search=y', 'Content-Usage'), h('ai-train=no', 'content-signal')]),
    ).toMatchObject([
      {
        index: 0,
        statements: [
          { use: 'train-ai', value: 'n' },
          { use: 'search', value: 'y' },
        ],
      },
      { index: 1, statements: [{ use: 'ai-train', value: 'no' }] },
    ]);
  });

  it('Robots-Tag members, whatever is between the semicolons', () => {
    const shown = parseRobotsTag([h('a=noindex; *=(noindex nosnippet);; =; junk', 'robots-tag')]).map(
      each => `${each.agent}>${each.word}`,
    );
    expect(shown).toEqual(['a>noindex', '>noindex', '>nosnippet']);
  });
});
