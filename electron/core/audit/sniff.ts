/** What kind of file some bytes or a media type are. `unknown`: none of the others matches. */
export type FileKind = 'html' | 'xml' | 'image' | 'pdf' | 'zip' | 'gzip' | 'text' | 'unknown';

const magic: readonly (readonly [start: string, kind: FileKind])[] = [
  ['%PDF-', 'pdf'],
  ['\x89PNG\r\n', 'image'],
  ['GIF87a', 'image'],
  ['GIF89a', 'image'],
  ['\xff\xd8\xff', 'image'],
  ['PK\x03\x04', 'zip'],
  ['\x1f\x8b', 'gzip'],
];

/** Bytes that are looked at. */
const looked = 1_024;

/** The kind of a file by its first bytes: signatures, and the tags that only HTML or XML can start with (MIME Sniffing, 7.1). */
export function kindOfBytes(body: Uint8Array): FileKind {
  let start = '';
  for (const byte of body.subarray(0, looked)) start += String.fromCharCode(byte);
  for (const [text, kind] of magic) if (start.startsWith(text)) return kind;
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image';
  const text = start
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  if (/^<(!doctype\s+html|html|head|body)[\s>]/.test(text)) return 'html';
  if (!text.startsWith('<?xml')) return text.startsWith('<svg') ? 'xml' : 'unknown';
  return text.includes('<html') || text.includes('<!doctype html') ? 'html' : 'xml';
}

/** The kind that a media type names (lower case, without parameters). */
export function kindOfType(type: string): FileKind {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type.endsWith('/xml') || type.endsWith('+xml')) return 'xml';
  if (type.startsWith('image/')) return 'image';
  if (type === 'application/pdf') return 'pdf';
  if (/zip|openxml|opendocument|java-archive|android|epub/.test(type)) return type.includes('gzip') ? 'gzip' : 'zip';
  if (type.startsWith('text/') || /json|javascript/.test(type)) return 'text';
  return 'unknown';
}
