import { expect, it } from 'vitest';
import { proxySettingProblem } from '#core/requests/proxy-setting.ts';
import { certificatesIn } from '#shared/pem.ts';

it.each([
  ['http://proxy.example:3128', ''],
  ['http://[::1]:3128/', ''],
  ['https://proxy.example', 'only HTTP proxies can be used'],
  ['socks5://proxy.example', 'only HTTP proxies can be used'],
  ['proxy.example:3128', 'only HTTP proxies can be used'],
  ['nonsense', 'is not a proxy'],
  ['http://proxy.example/path', 'is not a proxy'],
])('the proxy %s: %j', (text, problem) => expect(proxySettingProblem(text)).toContain(problem));

it('a password in the proxy’s address is refused and not quoted', () => {
  const problem = proxySettingProblem('http://anna:hunter2@proxy.example');
  expect(problem).toContain('--auth proxy:NAME');
  expect(problem).not.toContain('hunter2');
});

it('certificates are found between other text; a block without an end is none', () => {
  const block = '-----BEGIN CERTIFICATE-----\nQQ==\n-----END CERTIFICATE-----';
  expect(certificatesIn(`Subject: x\n${block}\n-----BEGIN PRIVATE KEY-----\nQQ==\n-----END PRIVATE KEY-----\n${block}`)).toEqual([
    `${block}\n`,
    `${block}\n`,
  ]);
  expect(certificatesIn('-----BEGIN CERTIFICATE-----\nQQ==')).toEqual([]);
});
