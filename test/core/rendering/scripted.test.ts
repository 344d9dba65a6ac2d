import { describe, expect, it } from 'vitest';
import { changesPage } from '#core/rendering/differs.ts';
import { scriptedJson } from '#core/rendering/scripted.ts';

const place = (url: string, line = 1) => ({ url, line, column: 2, function: 'f' });

describe('elements that scripts made', () => {
  it('name each place once', () => {
    const [a, b] = [place('https://a.test/a.js'), place('https://a.test/b.js', 3)];
    expect(JSON.parse(scriptedJson([a, b, a].map((each, at) => ({ at, place: each }))))).toEqual({
      places: [
        ['https://a.test/a.js', 1, 2, 'f'],
        ['https://a.test/b.js', 3, 2, 'f'],
      ],
      elements: [
        [0, 0],
        [1, 1],
        [2, 0],
      ],
    });
  });

  it('take little room, whatever a page calls its scripts', () => {
    const url = `https://a.test/${'x'.repeat(8_000)}`;
    const same = Array.from({ length: 30_000 }, (_, at) => ({ at, place: place(url) }));
    expect(scriptedJson(same).length).toBeLessThan(100_000);
    const different = Array.from({ length: 30_000 }, (_, at) => ({ at, place: place(`${url.slice(0, 1_000)}${at}`) }));
    const json = scriptedJson(different);
    expect(json.length).toBeLessThan(150_000);
    const { places, elements } = JSON.parse(json);
    expect(places.length).toBeGreaterThan(40);
    expect(elements.length).toBe(places.length);
  });
});

describe('a page that scripts change', () => {
  it('is one with other links, other robots metas, or much other text', () => {
    const words = (raw: number, rendered: number) => changesPage(['text'], { raw, rendered });
    expect(words(10_545, 10_546)).toBe(false);
    expect(words(10_000, 10_500)).toBe(false);
    expect(words(10, 40)).toBe(false);
    expect([words(0, 50), words(250, 300), words(300, 250)]).toEqual([true, true, true]);
    expect(changesPage(['links'], { raw: 1, rendered: 1 })).toBe(true);
    expect(changesPage(['robots'], { raw: 1, rendered: 1 })).toBe(true);
    expect(changesPage(['title', 'canonical', 'images'], { raw: 1, rendered: 1 })).toBe(false);
  });
});
