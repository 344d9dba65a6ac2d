import { readFileSync } from 'node:fs';
import { proxySettingProblem } from '#core/requests/proxy-setting.ts';
import { type CrawlSettings, http2Uses } from '#shared/model/crawl.ts';
import { certificatesIn } from '#shared/pem.ts';
import { type Arguments, choice, type OptionTable } from './arguments.ts';
import { usage } from './exit.ts';

export const connectionOptions = {
  proxy: {
    value: 'URL',
    help: 'send all requests through this HTTP proxy, as in http://proxy.example:3128; its user name and password: --auth proxy:NAME; "" for none',
  },
  ca: {
    value: 'FILE',
    help: 'also trust the root certificates in this PEM file; stored in the crawl file; "" for none',
    repeatable: true,
  },
  'client-cert': {
    value: 'FILE',
    help: "identify with this certificate (PEM, with its private key) to the origin of the start URLs, or to another: 'https://example.com FILE'; passphrase: --auth key:NAME",
  },
  'client-key': { value: 'FILE', help: 'the private key of --client-cert (PEM), if it is in a file of its own' },
  'invalid-certificate': {
    value: 'HOST',
    help: 'request this host although its certificate is not valid; each request records what is wrong; the host gets no credentials; "" for none',
    repeatable: true,
  },
  ip: { value: '4|6|any', help: 'connect to IPv4 or IPv6 addresses only (default: any)' },
  http2: { value: 'no|auto', help: 'auto: https servers choose between HTTP/2 and HTTP/1.1 (default: no, HTTP/1.1 only)' },
} as const satisfies OptionTable;

type Connection = Pick<CrawlSettings, 'proxy' | 'extraCertificates' | 'untrustedHosts' | 'ipFamily' | 'http2'>;

/** How a crawl connects: its settings, changed by options. */
export function readConnection(args: Arguments, base: Connection): Connection {
  return {
    proxy: readProxy(args) ?? base.proxy,
    extraCertificates: args.has('ca')
      ? args
          .all('ca')
          .filter(path => path !== '')
          .flatMap(certificatesOf)
      : base.extraCertificates,
    untrustedHosts: args.has('invalid-certificate')
      ? args
          .all('invalid-certificate')
          .filter(host => host !== '')
          .map(host => host.toLowerCase())
      : base.untrustedHosts,
    ipFamily: choice(args, 'ip', ['any', '4', '6'] as const) ?? base.ipFamily,
    http2: choice(args, 'http2', http2Uses) ?? base.http2,
  };
}

function readProxy(args: Arguments): string | undefined {
  const text = args.one('proxy');
  if (text === undefined || text === '') return text;
  const problem = proxySettingProblem(text);
  return problem === '' ? new URL(text).origin : usage(`--proxy: ${problem}`);
}

function certificatesOf(path: string): string[] {
  const found = certificatesIn(readFileSync(path, 'utf8'));
  return found.length > 0 ? found : usage(`--ca ${path}: it contains no certificate in PEM (-----BEGIN CERTIFICATE-----).`);
}
