import { describe, expect, test } from 'vitest';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import { emptyLogin } from '../../../../renderer/domain/login-rows.ts';
import { advancedFields, connectionFields, requestFields } from '../../../../renderer/features/crawl-form/advanced-fields.ts';
import { limitFields, scopeFields, urlFields } from '../../../../renderer/features/crawl-form/fields.ts';
import { formAgain, formOf, readForm, suggestedName } from '../../../../renderer/features/crawl-form/form-values.ts';

describe('the new-crawl form', () => {
  const empty = formOf(defaultSettings);
  test('the defaults survive the way through the fields', () => {
    expect(readForm({ ...empty, seeds: ' https://a.example/ \n\n b.example' }, defaultSettings).settings).toEqual({
      ...defaultSettings,
      seeds: ['https://a.example/', 'b.example'],
    });
  });
  test('a crawl again has the settings of the one it repeats: to the millisecond, with what the user agreed to', () => {
    const settings: CrawlSettings = {
      ...defaultSettings,
      seeds: ['https://a.example/', 'https://b.example/x'],
      networkWaitMs: 100_000,
      maxDurationMs: 100_000_001,
      delayMs: 1_001,
      hostLimits: [{ host: '*.example', pages: 7 }],
      siteRules: [{ pattern: 'a.example', robots: 'never' }],
      ownRobots: [{ origin: 'https://a.example', text: 'User-agent: *\nDisallow: /x\n' }],
      headers: [{ origin: '', name: 'X-A', value: 'b' }],
      credentials: [{ kind: 'login', origin: 'https://a.example' }],
      login: { url: 'https://a.example/login?next=1', fields: ['who', 'pass'] },
      releasedTraps: ['https://a.example/cal/…'],
    };
    const form = formAgain(settings);
    expect(readForm(form, settings).problems).toHaveProperty('credentials');
    const typed = form.logins.map(row => ({ ...row, fields: row.fields.map(([name]) => [name, 'x'] as const) }));
    expect(readForm({ ...form, logins: typed }, settings)).toEqual({ problems: {}, settings });
  });
  test('times are typed in seconds and kept in milliseconds', () => {
    expect(readForm({ ...empty, delay: '1.25', maxDelay: '60' }, defaultSettings).settings).toMatchObject({
      delayMs: 1_250,
      maxDelayMs: 60_000,
    });
  });
  test.each([
    ['maxPages', '100,000', { maxPages: 100_000 }],
    ['maxPages', ' 1 000 000 ', { maxPages: 1_000_000 }],
    ['connections', '16', { connections: 16 }],
    ['delay', '0,5', { delayMs: 500 }],
    ['delay', '0.25', { delayMs: 250 }],
    ['delay', '1,5', { delayMs: 1_500 }],
    ['maxDelay', '1,200', { maxDelayMs: 1_200_000 }],
  ] as const)('%s “%s” is read as people write it', (field, typed, settings) => {
    expect(readForm({ ...empty, [field]: typed }, defaultSettings)).toMatchObject({ problems: {}, settings });
  });
  test('what the form shows it can read: limits have separators', () => {
    expect(formOf({ ...defaultSettings, maxPages: 1_000_000 }).maxPages).toBe('1,000,000');
  });
  test.each([
    ['maxPages', '0', 'maxPages'],
    ['maxPages', '', 'maxPages'],
    // A dot may part thousands or decimals; neither is guessed.
    ['maxPages', '100.000', 'maxPages'],
    ['maxPages', '1,5', 'maxPages'],
    ['maxPages', '10,00', 'maxPages'],
    ['delay', '1e3', 'delayMs'],
    ['delay', '0x10', 'delayMs'],
    ['maxDepth', '1.5', 'maxDepth'],
    ['connections', '257', 'connections'],
    ['delay', '-1', 'delayMs'],
    ['maxDelay', 'soon', 'maxDelayMs'],
    ['userAgent', '  ', 'userAgent'],
  ] as const)('%s “%s” is a problem of %s', (field, typed, setting) => {
    const reading = readForm({ ...empty, [field]: typed }, defaultSettings);
    expect(reading.settings).toBeNull();
    expect(Object.keys(reading.problems)).toEqual([setting]);
  });
  test('the file is named after the first seed’s host', () => {
    expect(suggestedName(['www.example.com/a'])).toBe('example.com');
    expect(suggestedName(['exa mple'])).toBe('Crawl');
    expect(suggestedName([])).toBe('Crawl');
  });

  test('headers are one a line; a line that is none is named', () => {
    const seeds = 'https://a.example/';
    expect(
      readForm({ ...empty, seeds, headers: 'X-A: b\n\nhttps://b.example X-C: d' }, defaultSettings).settings?.headers,
    ).toEqual([
      { origin: '', name: 'X-A', value: 'b' },
      { origin: 'https://b.example', name: 'X-C', value: 'd' },
    ]);
    expect(readForm({ ...empty, seeds, headers: 'X-A' }, defaultSettings).problems).toEqual({
      headers: '“X-A” is not a header. Write one per line, like Name: value.',
    });
  });
  test('the settings name a credential, and do not contain its value', () => {
    const row = { ...emptyLogin({ kind: 'basic', origin: 'https://a.example' }), user: 'anna', secret: 'canary' };
    const { settings } = readForm({ ...empty, seeds: 'https://a.example/', logins: [row] }, defaultSettings);
    expect(settings?.credentials).toEqual([{ kind: 'basic', origin: 'https://a.example' }]);
    expect(JSON.stringify(settings)).not.toContain('canary');
    expect(readForm({ ...empty, logins: [emptyLogin(row)] }, defaultSettings).problems).toHaveProperty('credentials');
  });
});

test('every limit of a crawl has a field in the form', () => {
  const fields = [limitFields, urlFields, scopeFields, requestFields, connectionFields, ...advancedFields].flatMap(
    group => group.fields,
  );
  const shown = new Set(fields.map(({ setting }) => setting));
  const numbers = Object.entries(defaultSettings).flatMap(([name, value]) => (typeof value === 'number' ? [name] : []));
  expect(numbers.length).toBeGreaterThan(15);
  expect(numbers.filter(name => !shown.has(name as keyof CrawlSettings))).toEqual([]);
});
