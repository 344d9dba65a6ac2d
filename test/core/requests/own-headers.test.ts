import { describe, expect, it } from 'vitest';
import { journalledHeaders, ownHeaderProblem, ownHeaderProblems } from '#core/requests/own-headers.ts';
import { storableHeaders } from '#core/requests/secret-values.ts';
import { headerLine, readHeaderLine } from '#shared/model/credentials.ts';

const header = (name: string, value = 'x', origin = '') => ({ origin, name, value });

describe('a header line of the user', () => {
  it.each([
    ['Accept-Language: de', header('Accept-Language', 'de')],
    ['X-A:b:c', header('X-A', 'b:c')],
    ['https://Example.com:443 X-A:  b ', header('X-A', 'b', 'https://example.com')],
    ['http://[::1]:8080 X-A: ', header('X-A', '', 'http://[::1]:8080')],
  ])('%s is read', (text, expected) => expect(readHeaderLine(text)).toEqual(expected));

  it.each(['', 'no colon', ': value', 'two words: x'])('%j is none', text => expect(readHeaderLine(text)).toBeNull());

  it('is written as it was read', () => {
    for (const text of ['X-A: b', 'https://example.com X-A: b'])
      expect(headerLine(readHeaderLine(text) ?? header(''))).toBe(text);
  });

  it.each(['Authorization', 'cookie', 'PROXY-Authorization'])('%s is a secret, and its value is not quoted', name => {
    expect(ownHeaderProblem(header(name, 'hunter2'))).toMatch(/is a secret.*--auth/);
    expect(ownHeaderProblem(header(name, 'hunter2'))).not.toContain('hunter2');
  });

  it.each([
    [header('Host'), /writes the header Host itself/],
    [header('Content-Length'), /itself/],
    [header('HTTP2-Settings'), /writes the header HTTP2-Settings itself/],
    [header('User-Agent'), /--user-agent/],
    [header('X A'), /not a header name/],
    [header('X-A', 'a\r\nB: c'), /printable ASCII/],
    [header('X-A', 'é'), /printable ASCII/],
    [header('X-A', 'x'.repeat(5_000)), /longer than 4096/],
    [header('X-A', 'x', 'https://example.com/path'), /not an origin/],
    [header('X-A', 'x', 'ftp://example.com'), /not an origin/],
  ])('%j is refused', (wrong, words) => expect(ownHeaderProblem(wrong)).toMatch(words));

  it('an ordinary one is accepted', () => expect(ownHeaderProblem(header('X-Stage', 'a\tb'))).toBe(''));
});

it('Basic and Bearer for one origin contradict each other; a cookie beside them does not', () => {
  const origin = 'https://example.com';
  const problems = (...kinds: readonly ('basic' | 'bearer' | 'cookie')[]) =>
    ownHeaderProblems({
      headers: [],
      login: null,
      proxy: '',
      untrustedHosts: [],
      credentials: kinds.map(kind => ({ kind, origin })),
    })['credentials'];
  expect(problems('basic', 'bearer')).toMatch(/not both/);
  expect(problems('basic', 'basic')).toMatch(/twice/);
  expect(problems('basic', 'cookie')).toBeUndefined();
});

it('the journal says which kind was sent, without the value', () => {
  const of = journalledHeaders({
    seeds: ['https://a.test/x'],
    headers: [header('X-A', 'b')],
    credentials: [
      { kind: 'basic', origin: 'https://a.test' },
      { kind: 'cookie', origin: 'https://a.test' },
      { kind: 'bearer', origin: 'https://b.test' },
    ],
  });
  expect(of('https://a.test')).toEqual([
    ['x-a', 'b'],
    ['authorization', 'Basic (not stored)'],
    ['cookie', '(not stored)'],
  ]);
  expect(of('https://b.test')).toEqual([['authorization', 'Bearer (not stored)']]);
  expect(of('http://a.test')).toEqual([]);
  expect(of('https://a.test')).toBe(of('https://a.test'));
});

it('headers that steer the crawl stay as they are, even where a cookie is a word of a URL', () => {
  const headers = [
    ['Location', '/europe/shop'],
    ['ETag', '"europe-1"'],
  ] as const;
  expect(storableHeaders(headers, ['europe'])).toEqual(headers);
});

it('the values of cookies and echoes of secrets are taken out of the headers of a response', () => {
  const stored = storableHeaders(
    [
      ['Set-Cookie', 'SID=abc=; Path=/; Secure'],
      ['set-cookie', 'nameless; Path=/'],
      ['X-Echo', 'token hunter22, again hunter22'],
      ['Content-Type', 'text/html'],
    ],
    ['hunter22', 'text'],
  );
  expect(stored).toEqual([
    ['Set-Cookie', 'SID=(not stored); Path=/; Secure'],
    ['set-cookie', '(not stored); Path=/'],
    ['X-Echo', 'token (not stored), again (not stored)'],
    ['Content-Type', 'text/html'],
  ]);
});
