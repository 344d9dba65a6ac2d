import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '#core/robots/base64.ts';
import { decideBatchLine } from '#core/robots/batch.ts';
import { dialectIds } from '#core/robots/dialects/registry.ts';

const file = 'User-agent: *\nDisallow: /a\nAllow: /a/b\n';
const ask = (more: Record<string, unknown>) =>
  decideBatchLine({ id: 7, robots_txt: file, agent: 'Bot', url: 'http://s/a', ...more });

describe('a line of robots batch', () => {
  it('is answered with the deciding line', () => {
    expect(ask({})).toEqual({ id: 7, allowed: false, line: 2, rule: 'Disallow: /a', reason: 'rule' });
    expect(ask({ url: 'http://s/a/b' })).toEqual({ id: 7, allowed: true, line: 3, rule: 'Allow: /a/b', reason: 'rule' });
  });

  it('says why no line decided', () => {
    const open = { id: 7, allowed: true, line: 0, rule: '' };
    expect(ask({ url: 'http://s/x' })).toEqual({ ...open, reason: 'no-match' });
    expect(ask({ robots_txt: '' })).toEqual({ ...open, reason: 'no-group' });
    expect(ask({ url: 'http://s/robots.txt' })).toEqual({ ...open, reason: 'robots.txt' });
    expect(ask({ robots_txt: null })).toEqual({ ...open, reason: 'no-file' });
    expect(ask({ status: 404 })).toEqual({ ...open, reason: 'no-file' });
    expect(ask({ robots_txt: undefined, status: 503 })).toEqual({ ...open, allowed: false, reason: 'unreachable' });
  });

  it('reads base64 as octets', () => {
    const robots = btoa('User-agent: *\nDisallow: /\xe9');
    expect(ask({ robots_txt: undefined, robots_base64: robots, url: 'http://s/%E9' })).toMatchObject({ allowed: false, line: 2 });
  });

  it('plays the dialect it names', () => {
    expect(ask({ robots_txt: 'Useragent: *\nDisalow: /a', dialect: 'google' })).toMatchObject({ allowed: false, line: 2 });
    expect(ask({ robots_txt: 'Useragent: *\nDisalow: /a', dialect: 'rfc9309' })).toMatchObject({ allowed: true, line: 0 });
  });

  it('names the known dialects when asked for another', () => {
    expect(ask({ dialect: 'lynx' })).toEqual({
      id: 7,
      error: `unknown dialect "lynx"; known: ${dialectIds().join(', ')}`,
    });
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['a number', 3],
    ['no agent', { id: 'x', url: 'http://s/', robots_txt: '' }],
    ['no URL', { id: 'x', agent: 'b', robots_txt: '' }],
    ['no file', { id: 'x', agent: 'b', url: 'http://s/' }],
    ['a file that is a number', { id: 'x', agent: 'b', url: 'http://s/', robots_txt: 3 }],
    ['base64 that is none', { id: 'x', agent: 'b', url: 'http://s/', robots_base64: '§' }],
    ['a dialect that is a number', { id: 'x', agent: 'b', url: 'http://s/', robots_txt: '', dialect: 3 }],
  ])('with %s is an error', (_what, request) => {
    expect(decideBatchLine(request)).toHaveProperty('error');
  });

  it('gives the same answer however often files alternate', () => {
    for (let round = 0; round < 30; round += 1) {
      const robots = `User-agent: *\n${'\n'.repeat(round % 11)}Disallow: /a`;
      expect(ask({ robots_txt: robots })).toMatchObject({ line: 2 + (round % 11) });
    }
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), request => {
        expect(decideBatchLine(request)).toHaveProperty('id');
      }),
    );
  });
});

describe('base64', () => {
  it('reads what a browser writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        const text = btoa(String.fromCharCode(...bytes));
        expect([...(decodeBase64(text) ?? [])]).toEqual([...bytes]);
        expect([...(decodeBase64(text.replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')) ?? [])]).toEqual([...bytes]);
      }),
    );
  });

  it('skips line ends and rejects other text', () => {
    expect(decodeBase64('YW\r\nJj\n')).toEqual(new Uint8Array([97, 98, 99]));
    for (const text of ['Y', 'YWJjY', 'YW=Jj', 'YWJj=', 'Ü', 'YW===']) expect(decodeBase64(text), text).toBeNull();
  });
});
