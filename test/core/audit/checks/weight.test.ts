import { describe, expect, it } from 'vitest';
import { codeSize } from '#core/audit/code-size.ts';
import { audited } from '#test/support/audited.ts';
import type { Answer } from '#test/support/site.ts';

const page = (body: string): string => `<!doctype html><html lang=en><head><title>t</title></head><body>${body}</body></html>`;
const file = (type: string, body: string): Answer => ({ headers: { 'Content-Type': type }, body });
const sized = (type: string, bytes: number): Answer => ({
  headers: { 'Content-Type': type, 'Content-Length': String(bytes) },
  body: 'x'.repeat(bytes),
});

describe('codeSize', () => {
  it.each([
    ['a{b:c}', 'css', 0],
    ['a { b : c }', 'css', 5],
    ['a{content:"  /* x */  "}', 'css', 0],
    ['/* note */a{}', 'css', 10],
    ['a=`  // no  `', 'js', 0],
    ["a='http://x' // yes", 'js', 7],
    ["b='it\\'s // no'", 'js', 0],
    ['a//b', 'css', 0],
  ] as const)('counts white space and comments of %s', (text, language, spare) => {
    expect(codeSize(text, language)).toEqual({ all: text.length, spare });
  });

  it('gives up on a comment without end', () => expect(codeSize('a=/[/*]/', 'js')).toBeNull());
});

describe('weight', () => {
  it('of style sheets and scripts that could be smaller', async () => {
    const rule = 'main { color : red ; }\n\n    ';
    const { hits, finding, count } = await audited(
      {
        '/': page('<a href=/loose.css>a</a><a href=/tight.css>b</a><a href=/short.css>c</a><script src=/used.js></script>'),
        '/loose.css': file('text/css', rule.repeat(200)),
        '/tight.css': file('text/css', 'main{color:red}'.repeat(200)),
        '/short.css': file('text/css', rule),
        '/used.js': file('text/javascript', 'a  =  1'),
      },
      ['perf.unminified'],
      { settings: { checkResources: true } },
    );
    expect(hits('perf.unminified')).toEqual(['/loose.css']);
    expect(finding('perf.unminified', '/loose.css')?.evidence.items[0]?.value).toMatch(/^\d\d % of 5600 bytes$/);
    // A file that is only checked is not stored.
    expect(count('perf.unminified')).toEqual({ hits: 1, checked: 3, notCheckable: { 'no-body': 1 } });
  });

  it('of pages by what their files transfer', async () => {
    const answers = {
      '/': page('<img src=/large.png srcset="/other.png 2x"><a href=/small>a</a>'),
      '/small': page('<img src=/small.png>'),
      '/large.png': sized('image/png', 2_500_000),
      '/other.png': sized('image/png', 2_500_000),
      '/small.png': sized('image/png', 1_000),
    };
    const { hits, finding, count } = await audited(answers, ['val.carbon'], { settings: { checkResources: true } });
    expect(hits('val.carbon')).toEqual(['/']);
    expect(finding('val.carbon', '/')?.evidence.items[0]?.value).toBe('0.371 g');
    expect(count('val.carbon')).toEqual({ hits: 1, checked: 2, notCheckable: {} });
    const unasked = await audited(answers, ['val.carbon']);
    expect(unasked.count('val.carbon')).toEqual({ hits: 0, checked: 0, notCheckable: { 'not-asked': 2 } });
  });
});
