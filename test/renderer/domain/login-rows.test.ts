import { expect, test } from 'vitest';
import { emptyLogin, isEmptyLogin, suggestedOrigin, typedSecret } from '../../../renderer/domain/login-rows.ts';

test.each([
  ['', ''],
  ['https://Shop.example/a?b\nhttps://other.example', 'https://shop.example'],
  ['shop.example/a', 'https://shop.example'],
  ['localhost:8080', 'http://localhost:8080'],
  ['127.0.0.1', 'http://127.0.0.1'],
  ['https://', ''],
])('the start URLs %j suggest the origin %j', (seeds, origin) => expect(suggestedOrigin(seeds)).toBe(origin));

test('a row becomes a credential; a stored one has no value here', () => {
  const row = { ...emptyLogin({ kind: 'basic', origin: ' https://A.example/x ' }), user: 'anna', secret: 'p:w' };
  expect(typedSecret(row)).toEqual({ kind: 'basic', origin: 'https://a.example', value: 'anna:p:w' });
  expect(typedSecret({ ...row, isKept: true }).value).toBeNull();
  expect(typedSecret({ ...row, kind: 'bearer' }).value).toBe('p:w');
  expect([isEmptyLogin(row), isEmptyLogin(emptyLogin(row)), isEmptyLogin({ ...emptyLogin(row), isKept: true })]).toEqual([
    false,
    true,
    false,
  ]);
});
