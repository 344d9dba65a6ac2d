import { describe, expect, it } from 'vitest';
import { TextLog } from '#core/structured/text-log.ts';

describe('TextLog', () => {
  it('gives each element its own text, white space collapsed', () => {
    const log = new TextLog();
    const outer = log.begin();
    log.add(' a\n ');
    const inner = log.begin();
    log.add(' b ');
    log.add('  ');
    log.add('c');
    expect(log.end(inner)).toBe('b c');
    log.add(' d ');
    expect(log.end(outer)).toBe('a b c d');
    expect(log.wanted).toBe(false);
  });

  it('wants no more text than a value can hold, and tells cut text from whole text', () => {
    const log = new TextLog();
    const outer = log.begin();
    while (log.wanted) log.add('0123456789 ');
    log.add('not kept');
    const inner = log.begin();
    expect(log.wanted).toBe(true);
    log.add('inner');
    expect(log.end(inner)).toBe('inner');
    const text = log.end(outer);
    expect(text.length).toBeGreaterThan(200);
    expect(text.startsWith('0123456789 0123456789 ')).toBe(true);
    expect(text).not.toContain('not kept');
  });
});
