import { X509Certificate } from 'node:crypto';
import { proxySettingProblem } from '#core/requests/proxy-setting.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import { longestPem, mostCertificates } from '#shared/model/credentials.ts';

type ConnectionSettings = Pick<CrawlSettings, 'proxy' | 'extraCertificates' | 'untrustedHosts'>;

/** Settings by which a crawl file could lead requests to somebody else. */
export const connectionNames = [
  'proxy',
  'extraCertificates',
  'untrustedHosts',
] as const satisfies readonly (keyof ConnectionSettings)[];
export type ConnectionName = (typeof connectionNames)[number];

/** Those of these settings that differ from the default. */
export const changedConnections = (settings: ConnectionSettings): readonly ConnectionName[] =>
  connectionNames.filter(name => settings[name].length !== defaultSettings[name].length);

/** Setting → what is wrong with how a crawl connects. Empty if nothing is. */
export function connectionProblems({ proxy, extraCertificates, untrustedHosts }: ConnectionSettings): Record<string, string> {
  const problems: Record<string, string> = {};
  const proxyProblem = proxy === '' ? '' : proxySettingProblem(proxy);
  if (proxyProblem !== '') problems['proxy'] = proxyProblem;
  const wrong = extraCertificates.findIndex(text => !isCertificate(text));
  if (extraCertificates.length > mostCertificates) problems['extraCertificates'] = `At most ${mostCertificates} certificates.`;
  else if (extraCertificates.reduce((sum, text) => sum + text.length, 0) > longestPem)
    problems['extraCertificates'] =
      `The certificates are longer than ${longestPem} characters together. Give only those of your own authority.`;
  else if (wrong >= 0)
    problems['extraCertificates'] =
      `Certificate ${wrong + 1} cannot be read. Give certificates in PEM (-----BEGIN CERTIFICATE-----).`;
  const host = untrustedHosts.find(text => !isHostname(text));
  if (host !== undefined)
    problems['untrustedHosts'] = `“${host.slice(0, 300)}” is not a host. Write it like test.example.com, without a port.`;
  return problems;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

const isHostname = (text: string): boolean =>
  text !== '' && URL.canParse(`https://${text}/`) && new URL(`https://${text}/`).host === text;
