import { isUtf8 } from 'node:buffer';
import { type OctetDecoder, wideSpaces } from '#core/html/octets.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/** Node copies and checks bytes in a fraction of the time that TextDecoder takes. */
export const nodeOctets: OctetDecoder = { text, isUtf8, wideSpaces: wideSpaces(text) };
