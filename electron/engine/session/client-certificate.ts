import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { ClientCertificate } from '#fetcher/connection.ts';
import type { Secret } from '#shared/model/credentials.ts';
import { pemBlocks } from '#shared/pem.ts';

/** Reads a client certificate with its key, and decrypts the key. A text says why it cannot be used; it quotes neither. */
export function readClientCertificate({
  value,
  passphrase = '',
}: Pick<Secret, 'value' | 'passphrase'>): ClientCertificate | string {
  const blocks = pemBlocks(value);
  const certificates = blocks.filter(({ label }) => label === 'CERTIFICATE');
  const [certificate] = certificates;
  const keyBlock = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (!certificate) return 'It contains no certificate in PEM (-----BEGIN CERTIFICATE-----).';
  if (!keyBlock) return 'It contains no private key in PEM (-----BEGIN PRIVATE KEY-----).';
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: keyBlock.text, passphrase });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isEncrypted = keyBlock.label.startsWith('ENCRYPTED') || keyBlock.text.includes('ENCRYPTED');
    if (!isEncrypted) return 'Its private key cannot be read.';
    return passphrase === ''
      ? 'Its private key is encrypted: give its passphrase.'
      : 'The passphrase does not fit its private key.';
  }
  try {
    if (!new X509Certificate(certificate.text).checkPrivateKey(key)) return 'Its private key belongs to another certificate.';
  } catch (error) {
    if (error instanceof Error) return 'Its certificate cannot be read.';
    throw error;
  }
  const cert = certificates.map(({ text }) => text).join('\n');
  return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
