import { defaultTreeAdapter } from 'parse5';
import { describe, expect, it, vi } from 'vitest';
import { loginRequest, showsLogin } from '#core/requests/login-form.ts';

const url = 'https://example.com/login';
const fields = [['user', 'anna']] as const;

/** How many nodes are looked at, besides what the parser does. */
function visits(html: string, look: (html: string) => unknown): number {
  const spy = vi.spyOn(defaultTreeAdapter, 'isElementNode');
  look(html);
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

const count = 20_000;
const pages = [
  ['nested forms', '<form><div></form>'.repeat(count)],
  ['forms in a row', '<form></form>'.repeat(count)],
  ['nested selects', `<form><svg>${'<select name=a>'.repeat(count)}`],
] as const;

describe.each(pages)('%s', (_, html) => {
  const page = `${html}<p>user</p>`;
  it('are looked at once', () => {
    const sent = visits(page, text => expect(loginRequest(text, url, fields)).toMatch(/^no form of the page/));
    const shown = visits(page, text => expect(showsLogin(text, ['user'])).toBe(false));
    for (const each of [sent, shown]) {
      expect(each).toBeGreaterThan(count);
      expect(each).toBeLessThan(2 * count + 100);
    }
  });
});

it('the first 20 forms of a page count, and a field counts for the innermost form around it', () => {
  const login = '<form method=post><input name=user><input name=token value=1></form>';
  expect(loginRequest(`${'<form></form>'.repeat(19)}${login}`, url, fields)).toEqual({ action: url, body: 'token=1&user=anna' });
  expect(showsLogin(`${'<form></form>'.repeat(19)}${login}`, ['user'])).toBe(true);
  expect(loginRequest(`${'<form></form>'.repeat(20)}${login}`, url, fields)).toMatch(/^no form of the page/);
  expect(showsLogin(`${'<form></form>'.repeat(20)}${login}`, ['user'])).toBe(false);
  const nested = `<form><div></form><input name=other>${login}`;
  expect(loginRequest(nested, url, fields)).toEqual({ action: url, body: 'token=1&user=anna' });
});

it('sends what a form has, with the chosen option of a select', () => {
  const page = `<form method=post action="/in#x"><select name=lang><option value=de>a<option selected>en</select><select name=none></select>
    <textarea name=note>hi</textarea><input type=checkbox name=off><input type=radio name=on checked><input disabled name=no>
    <button type=reset name=r></button><button name=go value=1></button><input type=submit name=late><input name=user></form>`;
  expect(loginRequest(page, url, fields)).toEqual({
    action: 'https://example.com/in',
    body: 'lang=en&note=hi&on=on&go=1&user=anna',
  });
});
