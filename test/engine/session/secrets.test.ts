import { expect, it } from 'vitest';
import { Secrets } from '#engine/session/secrets.ts';

it('the password of a proxy goes to no other proxy', () => {
  const secrets = new Secrets();
  const use = { kind: 'proxy', origin: 'http://proxy.example:3128' } as const;
  secrets.give([{ ...use, value: 'anna:one' }]);
  const authorization = (proxy: string) => secrets.proxy({ proxy, credentials: [use] })?.authorization;
  expect(authorization('http://proxy.example:3128')).toMatch(/^Basic /);
  expect(authorization('http://evil.example:3128')).toBeNull();
});
