import { describe, expect, test } from 'vitest';
import { mergeAssertions } from '#core/assertions/merge.ts';
import { parseAssertions } from '#core/assertions/parse-assertions.ts';

const home = 'https://example.com';
const more = `site ${home}\nallow googlebot /\ndeny googlebot /cart\n# not decided: /x\n`;

describe('assertions put behind others', () => {
  test('come with their site, once, and say where they stand', () => {
    expect(mergeAssertions('', more, home)).toEqual({
      text: `site ${home}\nallow googlebot /\ndeny googlebot /cart\n`,
      added: 2,
      present: 0,
      contrary: 0,
      contraryLine: 0,
      first: 2,
      last: 3,
    });
  });

  test('are not added again', () => {
    const once = mergeAssertions('# ours\n', more, home);
    expect(mergeAssertions(once.text, more, home)).toMatchObject({ text: once.text, added: 0, present: 2, first: 0 });
  });

  test.each([
    ['another spelling of the crawler', 'deny Googlebot /cart'],
    ['a list of crawlers', 'deny bingbot,Googlebot /cart'],
    ['a line that names the rule as well', 'deny Googlebot /cart by /cart'],
    ['a whole address', `deny Googlebot ${home}/cart`],
    ['every crawler', 'deny every /cart'],
  ])('%s says it already', (_, line) => {
    expect(mergeAssertions(line, more, home)).toMatchObject({ added: 1, present: 1 });
  });

  test.each([
    ['another crawler', 'deny bingbot /cart'],
    ['another dialect', 'deny Googlebot@yandex /cart'],
    ['another site', 'site https://b.test\ndeny Googlebot /cart'],
  ])('%s does not', (_, line) => {
    expect(mergeAssertions(line, more, home)).toMatchObject({ added: 2, present: 0 });
  });

  test('a line that expects the opposite stays, is named, and is not contradicted', () => {
    expect(mergeAssertions('# a\nallow Googlebot /cart\n', more, home)).toMatchObject({
      added: 1,
      contrary: 1,
      contraryLine: 2,
      text: `# a\nallow Googlebot /cart\n\nsite ${home}\nallow googlebot /\n`,
      first: 5,
      last: 5,
    });
  });

  test('are read in their own dialect and under their own site, whatever stands above', () => {
    const { text, first } = mergeAssertions('as yandex\nsite https://b.test\ndeny Googlebot /', more, home);
    const { assertions, problems } = parseAssertions(text);
    expect(problems).toEqual([]);
    expect(assertions.slice(1).map(each => [each.line, each.origin, 'crawlers' in each && each.crawlers[0]?.key])).toEqual([
      [first, home, 'googlebot@google'],
      [first + 1, home, 'googlebot@google'],
    ]);
  });

  test('need no second site line where theirs is in force', () => {
    expect(mergeAssertions(`site ${home}\ndeny Googlebot /a`, more, home).text).toBe(
      `site ${home}\ndeny Googlebot /a\nallow googlebot /\ndeny googlebot /cart\n`,
    );
  });
});
