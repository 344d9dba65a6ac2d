import type { TlsFacts } from '../model/fetch.ts';

/** What is wrong with a certificate. */
const problemWords: Readonly<Record<TlsFacts['problem'], string>> = {
  '': '',
  expired: 'expired',
  'not-yet-valid': 'not valid yet',
  'name-mismatch': 'for another host',
  untrusted: 'from an unknown issuer',
  revoked: 'revoked',
  protocol: 'no common TLS version',
  other: 'not valid',
};

/** How a connection was secured. `isUsed`: the request was sent, so what is wrong was accepted by choice. */
export function tlsWords(
  { protocol, cipher, problem }: Pick<TlsFacts, 'protocol' | 'cipher' | 'problem'>,
  isUsed: boolean,
): string {
  const wrong = problem === '' ? '' : isUsed ? `certificate ${problemWords[problem]}, accepted by your choice` : problem;
  return [protocol, cipher, wrong].filter(text => text !== '').join(', ');
}
