import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';

const page = (body: string, html = '<html lang=en>', head = ''): string =>
  `<!doctype html>${html}<head><title>t</title>${head}</head><body>${body}</body></html>`;

/** A path of the body that triggers each check, and its evidence. */
const bodies: readonly (readonly [check: string, path: string, answer: string, values: readonly (string | undefined)[]])[] = [
  ['a11y.lang_missing', '/no-lang', page('<main></main>', '<html>'), []],
  ['a11y.lang_invalid', '/lang', page('<main></main>', '<html lang=en-UK>'), ['en-UK']],
  ['a11y.form_label', '/label', page('<main><input type=email></main>'), ['input email']],
  ['a11y.button_name', '/button', page('<main><button><i></i></button></main>'), ['button']],
  [
    'a11y.link_name',
    '/link',
    page('<main><a href=/><img src=/x.png></a><a href="javascript:close()"><i></i></a></main>'),
    [undefined, 'javascript:close()'],
  ],
  ['a11y.frame_title', '/frame', page('<main><iframe src=/></iframe></main>'), ['iframe']],
  ['a11y.table_headers', '/table', page('<main><table><tr><td>1<td>2<tr><td>3<td>4</table></main>'), ['2 × 2']],
  ['a11y.landmark_main', '/no-main', page('<div>x</div>'), []],
  ['a11y.tabindex', '/tab', page('<main><p tabindex=3>x</p></main>'), ['3']],
  ['a11y.duplicate_accesskey', '/key', page('<main><p accesskey=s>x</p><p accesskey=s>y</p></main>'), ['s']],
  ['a11y.autoplay', '/video', page('<main><video autoplay src=/v.mp4></video></main>'), ['video']],
  ['a11y.meta_refresh', '/refresh', page('<main></main>', '<html lang=en>', '<meta http-equiv=refresh content="30">'), ['30 s']],
  ['a11y.list_structure', '/list', page('<main><ul><div>x</div></ul></main>'), ['div']],
  ['a11y.aria_role', '/role', page('<main><p role=buton aria-labl=x>x</p></main>'), ['buton', 'aria-labl']],
];
const good = page(
  `<main><label>a <input></label><button>b</button><button><svg><title>Search</title></svg></button><a href=/ aria-label=home></a><a href=/><svg><title>Logo</title></svg></a>
  <a href=/><span aria-label=x></span></a><iframe title=t src=/></iframe><table><tr><th>1<th>2<tr><td>3<td>4</table><p tabindex=0 accesskey=x role=note aria-live=off>x</p>
  <video autoplay muted src=/v.mp4></video><ul><li>x</ul></main>`,
  '<html lang=de-AT>',
  '<meta http-equiv=refresh content="80000">',
);

describe('accessibility', () => {
  it('is judged by what each page says', async () => {
    const paths = [...bodies.map(([, path]) => path), '/good', '/blocked'];
    const links = paths.map(path => `<a href="${path}">x</a>`).join('');
    const { hits, count, finding } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
        '/': page(`<main>${links}</main>`),
        '/good': good,
        ...Object.fromEntries(bodies.map(([, path, answer]) => [path, answer])),
      },
      bodies.map(([check]) => check),
    );
    for (const [check, path, , values] of bodies) {
      expect([check, hits(check)]).toEqual([check, [path]]);
      expect([check, finding(check, path)?.evidence.items.map(({ value }) => value)]).toEqual([check, values]);
      // Start page, the pages above, and the good one; the blocked one is unknown.
      const checked = check === 'a11y.lang_invalid' ? bodies.length + 1 : bodies.length + 2;
      expect([check, count(check)]).toEqual([check, { hits: 1, checked, notCheckable: { blocked: 1 } }]);
    }
    const [start, end] = finding('a11y.button_name', '/button')?.evidence.items[0]?.bytes ?? [];
    expect(bodies.find(([, path]) => path === '/button')?.[2].slice(start, end)).toBe('<button>');
  });

  it('counts the header Refresh, and a delay of 0 not at all', async () => {
    const { hits, finding } = await audited(
      {
        '/': page('<a href=/header>x</a><a href=/now>y</a>'),
        '/header': { headers: { Refresh: '5; url=/' }, body: page('') },
        '/now': page('', '<html lang=en>', '<meta http-equiv=refresh content="0; url=/">'),
      },
      ['a11y.meta_refresh'],
    );
    expect(hits('a11y.meta_refresh')).toEqual(['/header']);
    expect(finding('a11y.meta_refresh', '/header')?.evidence.items[0]).toMatchObject({ value: '5; url=/' });
  });
});
