import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Makes certificates (RFC 5280, in DER) that no program for certificates would make: other lengths, keys, hashes and names. */

export interface Certified {
  /** PEM. */
  readonly cert: string;
  readonly key: KeyObject;
  readonly subject: string;
}

export interface Wanted {
  /** Absent: it signs itself. */
  readonly issuer?: Certified;
  readonly isAuthority?: boolean;
  readonly names?: readonly string[];
  readonly key?: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  readonly hash?: 'sha256' | 'sha1';
  /** Where its issuer says which certificates are revoked: an OCSP responder and a list. */
  readonly revocation?: { readonly responder: string; readonly list: string };
}

type Bytes = Buffer<ArrayBuffer>;

function der(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xffff ? 6 : 4, '0'), 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, content]);
}

const sequence = (...parts: readonly Uint8Array[]): Bytes => der(0x30, ...parts);
const text = (tag: number, value: string): Bytes => der(tag, Buffer.from(value, 'latin1'));
/** An object identifier whose parts are written as they are in DER, in hexadecimal digits. */
const oid = (digits: string): Bytes => der(0x06, Buffer.from(digits, 'hex'));
const nothing = der(0x05);
const yes = der(0x01, Buffer.of(0xff));
const nameOf = (subject: string): Bytes => sequence(der(0x31, sequence(oid('550403'), text(0x0c, subject))));
const extension = (id: string, value: Uint8Array, isCritical = false): Bytes =>
  sequence(oid(id), ...(isCritical ? [yes] : []), der(0x04, value));

/** ecdsa-with-SHA256, ecdsa-with-SHA1, sha256WithRSAEncryption, sha1WithRSAEncryption. */
const algorithmOf = ({ asymmetricKeyType }: KeyObject, hash: 'sha256' | 'sha1'): Bytes => {
  if (asymmetricKeyType === 'ec') return sequence(oid(hash === 'sha256' ? '2a8648ce3d040302' : '2a8648ce3d0401'));
  return sequence(oid(hash === 'sha256' ? '2a864886f70d01010b' : '2a864886f70d010105'), nothing);
};

const uri = (value: string): Bytes => text(0x86, value);

function extensionsOf({ isAuthority = false, names = [], revocation }: Wanted): Bytes {
  return sequence(
    extension('551d13', isAuthority ? sequence(yes) : sequence(), true),
    ...(names.length === 0 ? [] : [extension('551d11', sequence(...names.map(name => text(0x82, name))))]),
    ...(revocation === undefined
      ? []
      : [
          extension('2b06010505070101', sequence(sequence(oid('2b06010505073001'), uri(revocation.responder)))),
          extension('551d1f', sequence(sequence(der(0xa0, der(0xa0, uri(revocation.list)))))),
        ]),
  );
}

export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

let serial = 1;

/** A certificate of `subject`, valid from the year 2020 to 2049. */
export function certificate(subject: string, wanted: Wanted = {}): Certified {
  const { hash = 'sha256', key = newKey() } = wanted;
  const signer = wanted.issuer ?? { key: key.privateKey, subject };
  const algorithm = algorithmOf(signer.key, hash);
  serial += 1;
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1, serial >> 8, serial & 0xff)),
    algorithm,
    nameOf(signer.subject),
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    nameOf(subject),
    key.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensionsOf(wanted)),
  );
  const signature = sign(hash, toBeSigned, signer.key);
  const bytes = sequence(toBeSigned, algorithm, der(0x03, Buffer.of(0), signature));
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  const cert = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: key.privateKey, subject };
}

/** What a TLS server takes: its certificate, what it sends with it, and its key. */
export const served = (own: Certified, ...more: readonly Certified[]) => ({
  cert: [own, ...more].map(({ cert }) => cert).join(''),
  key: own.key.export({ type: 'pkcs8', format: 'pem' }) as string,
});
