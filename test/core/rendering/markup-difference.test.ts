import { describe, expect, it } from 'vitest';
import { markupDifference } from '#core/rendering/markup-difference.ts';
import { markupLines } from '#core/rendering/markup-lines.ts';

const textOf = (runs: readonly { readonly text: string }[]): string => runs.map(({ text }) => text).join('');
const changes = (raw: string, rendered: string) =>
  markupDifference(raw, rendered)
    .rows.filter(({ kind }) => kind !== 'same' && kind !== 'gap')
    .map(({ kind, before, after }) => [kind, textOf(before), textOf(after)]);

describe('markup lines', () => {
  it('are one an element, with the text behind its start', () => {
    expect(
      markupLines('<!doctype html><title>A</title><p id="x">One <b>two</b> three', 100).lines.map(({ text }) => text),
    ).toEqual([
      '<!doctype html>',
      '<html>',
      '<head>',
      '<title>A</title>',
      '</head>',
      '<body>',
      '<p id="x">One ',
      '<b>two</b> three',
      '</p>',
      '</body>',
      '</html>',
    ]);
  });

  it('stay bounded, however deep and long the document is', () => {
    const { lines, isCut } = markupLines('<i>'.repeat(50_000), 1_000);
    expect([lines.length <= 1_001, isCut]).toEqual([true, true]);
  });
});

describe('what differs', () => {
  it('is nothing where only the bytes do', () => {
    expect(changes('<P CLASS=a>Hello<br/>you', '<!-- -->'.slice(8).concat('<p class="a">Hello<br>you</p>'))).toEqual([]);
  });

  it('is a line that scripts added, removed or changed, with the words of it', () => {
    const raw = '<title>Loading</title><p>Same</p><div id="app"></div>';
    const rendered = '<title>Lamps</title><p>Same</p><div id="app"><a href="/lamp">Lamp</a></div>';
    const { rows, added, removed } = markupDifference(raw, rendered);
    expect(rows.find(({ kind }) => kind === 'changed')?.after).toContainEqual({
      text: expect.stringContaining('Lamps'),
      marked: true,
    });
    expect(JSON.stringify(rows)).toContain('<a href=\\"/lamp\\">Lamp</a>');
    expect([added > 0, removed > 0]).toEqual([true, true]);
  });

  it('says that a long document is compared in part', () => {
    const long = `<p>${'word '.repeat(300_000)}</p>`;
    expect(markupDifference(long, `${long}<p>more</p>`).isCut).toBe(true);
  });
});
