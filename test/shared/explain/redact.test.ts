import { describe, expect, it } from 'vitest';
import { REDACTED, storedText, withoutUserinfo } from '#shared/explain/redact.ts';

/** As it was written first: readable, and its time grows with the square of a text. */
const plainly = (text: string): string => text.replace(/(https?:[/\\]*|[/\\]{2})[^/\\?#\s"'<>]*@/gi, `$1${REDACTED}@`);

describe('a text without user names and passwords', () => {
  it.each([
    ['https://user:secret@host.test/a?b@c', `https://${REDACTED}@host.test/a?b@c`],
    ['at //u@h and http:u@h', `at //${REDACTED}@h and http:${REDACTED}@h`],
    ['HTTP:/\\/a@b@c', `HTTP:/\\/${REDACTED}@c`],
    ['mail me@host.test', 'mail me@host.test'],
    ['https://host.test/me@home', 'https://host.test/me@home'],
  ])('%s', (text, expected) => expect(withoutUserinfo(text)).toBe(expected));

  it('is what the plain pattern finds, for any text of its characters', () => {
    const parts = ['http:', 'https:', 'HTTPS:', '/', '\\', '//', '@', 'u', ' ', '?', '"', ':', 'x@y', 'http'];
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: next(12) }, () => parts[next(parts.length)]).join('');
      expect(withoutUserinfo(text)).toBe(plainly(text));
    }
  });
});

describe('a text of a stranger that is stored', () => {
  it('has a length and no password, wherever it is cut', () => {
    for (let before = 0; before < 60; before++) {
      const text = `${'x'.repeat(before)} https://user:secret@host.test/ ${'y'.repeat(2_000)}`;
      const stored = storedText(text, 50);
      expect(stored.length).toBeLessThanOrEqual(50);
      expect(stored).not.toContain('secret');
    }
    const long = `https://${'secret'.repeat(5_000)}@host.test/`;
    expect(storedText(long, 50)).toBe(`https://${REDACTED}`);
    expect(storedText(`https:${'secret'.repeat(5_000)}`, 50)).toBe(`https:${REDACTED}`);
    expect(storedText('plain', 50)).toBe('plain');
  });
});
