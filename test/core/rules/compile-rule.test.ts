import { describe, expect, it } from 'vitest';
import { compileRule } from '#core/rules/compile-rule.ts';
import { RulePage } from '#core/rules/page.ts';
import type { BodyRule, RuleOutcome } from '#shared/model/rules.ts';
import { RuleInput } from '#shared/rules-file.ts';
import { ownMs } from '../../support/own-time.ts';

const ruleOf = (wanted: object): BodyRule => {
  const rule = RuleInput.parse({ name: 'x', ...wanted });
  if (rule.kind !== 'search' && rule.kind !== 'extraction') throw new Error('not a rule of bodies');
  return rule;
};
const html = (text: string, charset = 'utf-8'): RulePage =>
  new RulePage({ url: 'https://e.test/a', kind: 'html', body: Buffer.from(text), charset });

function run(wanted: object, page: RulePage): RuleOutcome {
  const made = compileRule(ruleOf(wanted));
  if ('problems' in made) throw new Error(JSON.stringify(made.problems));
  return made.compiled.run(page);
}
const problemsOf = (wanted: object): Readonly<Record<string, string>> => {
  const made = compileRule(ruleOf(wanted));
  return 'problems' in made ? made.problems : {};
};
const texts = (outcome: RuleOutcome): string[] => outcome.values.map(({ value }) => value);

const shop = html(`<!doctype html><title>Täglich</title><main><h1>Shoes &amp; socks</h1>
<ul id="list"><li class="price" data-id="7">19 <b>EUR</b></li><li class="price">20 EUR</li></ul></main>
<table><tr><td>cell</td></tr></table><svg><path d="M0"/></svg>
<script type="application/ld+json">{"@type":"Product","offers":[{"price":19},{"price":"20"}]}</script>
<script type="application/json">{"id":"x1"}</script><script>var ld = {"price": 1}</script>`);

describe('search', () => {
  it('finds text whatever its case, with the bytes of the body', () => {
    const found = run({ kind: 'search', find: 'shoes' }, shop);
    expect(found.count).toBe(1);
    const [start = 0, end = 0] = found.values[0]?.bytes ?? [];
    expect(Buffer.from(shop.source).subarray(start, end).toString()).toBe('Shoes');
  });
  it('minds the case where it is told to', () => {
    expect(run({ kind: 'search', find: 'shoes', letterCase: 'match' }, shop).count).toBe(0);
  });
  it('reads in the text what the source writes as references, and no script', () => {
    expect(run({ kind: 'search', find: 'Shoes & socks' }, shop).count).toBe(0);
    expect(run({ kind: 'search', find: 'Shoes & socks', where: 'text' }, shop).count).toBe(1);
    expect(run({ kind: 'search', find: 'var ld', where: 'text' }, shop).count).toBe(0);
  });
  it('matches RE2 patterns, and takes literal text literally', () => {
    expect(texts(run({ kind: 'search', find: '\\d+ EUR', syntax: 're2' }, shop))).toEqual(['20 EUR']);
    expect(run({ kind: 'search', find: '.', where: 'text' }, html('<p>a.b')).count).toBe(1);
  });
  it('takes no exponential time, and counts no further than its bound', () => {
    const spent = ownMs(() => {
      run({ kind: 'search', find: '(a+)+$', syntax: 're2' }, html(`${'a'.repeat(20_000)}!`));
    });
    expect(spent).toBeLessThan(2_000);
    const many = run({ kind: 'search', find: 'a' }, html('a'.repeat(150_000)));
    expect([many.count, many.values.length]).toEqual([100_000, 100]);
  });
  it('says what is wrong beside the field', () => {
    expect(problemsOf({ kind: 'search', find: '' })['find']).toContain('Enter');
    expect(problemsOf({ kind: 'search', find: '(?=a)', syntax: 're2' })['find']).toContain('look-ahead');
    expect(problemsOf({ kind: 'search', find: 'a', urls: '(' })['urls']).toContain('cannot be used');
  });
});

describe('extraction', () => {
  const css = (more: object) => run({ kind: 'extraction', by: 'css', ...more }, shop);
  it('takes text, attribute, source and number of what a selector matches, in order', () => {
    expect(texts(css({ expression: 'li.price' }))).toEqual(['19 EUR', '20 EUR']);
    expect(texts(css({ expression: 'li', take: 'attribute', attribute: 'data-id' }))).toEqual(['7']);
    expect(texts(css({ expression: 'li:first-child', take: 'html' }))).toEqual(['19 <b>EUR</b>']);
    expect(texts(css({ expression: 'li', take: 'count' }))).toEqual(['2']);
    expect(texts(css({ expression: 'video', take: 'count' }))).toEqual(['0']);
    expect(css({ expression: 'video' }).count).toBe(0);
  });
  it('points to the bytes of an element, characters beyond ASCII before it included', () => {
    const [start = 0, end = 0] = css({ expression: 'h1' }).values[0]?.bytes ?? [];
    expect(Buffer.from(shop.source).subarray(start, end).toString()).toBe('<h1>Shoes &amp; socks</h1>');
  });
  it('evaluates XPaths on the tree that browsers build', () => {
    const xpath = (expression: string) => texts(run({ kind: 'extraction', by: 'xpath', expression }, shop));
    expect(xpath('/html/body/table/tbody/tr/td')).toEqual(['cell']);
    expect(xpath('//li/@data-id')).toEqual(['7']);
    expect(xpath('//svg/path/@d')).toEqual(['M0']);
    expect(xpath('count(//li)')).toEqual(['2']);
    expect(xpath('normalize-space(//li[2])')).toEqual(['20 EUR']);
    expect(xpath('string-join(//li/text(), "|")')).toEqual(['19 |20 EUR']);
  });
  it('takes a group of a pattern, where it took part', () => {
    const re2 = (expression: string, group: number) => texts(run({ kind: 'extraction', by: 're2', expression, group }, shop));
    expect(re2('data-id="(\\d+)"', 1)).toEqual(['7']);
    expect(re2('(EUR)|(Shoes)', 2)).toEqual(['Shoes']);
    expect(problemsOf({ kind: 'extraction', by: 're2', expression: '(a)', group: 2 })['group']).toBe('The pattern has 1 group.');
  });
  it('follows JSON paths into scripts and responses', () => {
    const json = (expression: string, from: string, page = shop) =>
      texts(run({ kind: 'extraction', by: 'json', expression, json: from }, page));
    expect(json('$.offers[*].price', 'ld')).toEqual(['19', '20']);
    expect(json('$.offers[?match(@.price, "2.*")]', 'ld')).toEqual(['{"price":"20"}']);
    expect(json('$.id', 'scripts')).toEqual(['x1']);
    const answer = new RulePage({ url: 'https://e.test/j', kind: 'json', body: Buffer.from('{"a":[1,2]}'), charset: '' });
    expect(json('$.a[-1:]', 'response', answer)).toEqual(['2']);
    expect(json('$', 'ld', html('<script type="application/ld+json">{broken</script>'))).toEqual([]);
  });
  it('says what is wrong with an expression, beside its field', () => {
    const of = (by: string, expression: string) => problemsOf({ kind: 'extraction', by, expression })['expression'];
    expect(of('css', 'a[')).toBe('The selector cannot be used: Expected name, found its end.');
    expect(of('css', 'a:nonsense')).toContain('selector');
    expect(of('xpath', '//a[')).toContain('XPath');
    expect(of('xpath', 'nonsense(1)')).toContain('XPath');
    expect(of('json', '$.[')).toContain('JSON path');
    expect(of('json', '$[?(@.length>1)].constructor("x")')).toContain('JSON path');
    expect(problemsOf({ kind: 'extraction', by: 'css', expression: 'a', take: 'attribute' })['attribute']).toContain('name');
  });
  it('looks only at what it can read, and at its URLs', () => {
    const made = compileRule(ruleOf({ kind: 'extraction', by: 'css', expression: 'a', urls: '/shop/' }));
    if ('problems' in made) throw new Error('problems');
    expect(made.compiled.applies({ url: 'https://e.test/shop/1', kind: 'html' })).toBe(true);
    expect(made.compiled.applies({ url: 'https://e.test/', kind: 'html' })).toBe(false);
    expect(made.compiled.applies({ url: 'https://e.test/shop/1', kind: 'json' })).toBe(false);
  });
  it('survives pages that nest deep and long values', () => {
    const deep = html(`${'<div>'.repeat(2_000)}x`);
    expect(['done', 'failed']).toContain(run({ kind: 'extraction', by: 'css', expression: 'div div' }, deep).state);
    expect(run({ kind: 'extraction', by: 'xpath', expression: '//nothing' }, deep).count).toBe(0);
    const [long] = run({ kind: 'extraction', by: 'css', expression: 'p' }, html(`<p>${'y'.repeat(5_000)}`)).values;
    expect([long?.value.length, long?.isCut]).toEqual([2_000, true]);
  });
  it('knows places in single-byte encodings, and none in broken text', () => {
    const latin = new RulePage({ url: 'u', kind: 'html', body: Buffer.from('<p>ä<b>x</b>', 'latin1'), charset: 'windows-1252' });
    expect(run({ kind: 'extraction', by: 'css', expression: 'b' }, latin).values[0]?.bytes).toEqual([4, 12]);
    const broken = new RulePage({ url: 'u', kind: 'html', body: Buffer.from('<p>ä<b>x</b>', 'latin1'), charset: '' });
    expect(run({ kind: 'extraction', by: 'css', expression: 'b' }, broken).values[0]?.bytes).toBeUndefined();
  });
});
