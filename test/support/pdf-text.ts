import { inflateSync } from 'node:zlib';

/** Text of a PDF as Chromium writes it (Skia): compressed streams, fonts with ToUnicode maps (ISO 32000-1, sections 9.4.3 and 9.10.3). */
export function pdfText(pdf: Buffer): { readonly pages: number; readonly text: string } {
  const source = pdf.toString('latin1');
  const objects = new Map<number, { readonly head: string; readonly stream: string }>();
  for (const match of source.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match;
    const at = body.indexOf('stream\n');
    const head = at < 0 ? body : body.slice(0, at);
    const raw = at < 0 ? '' : body.slice(at + 7, body.lastIndexOf('\nendstream'));
    const stream = /FlateDecode/.test(head) ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw;
    objects.set(Number(id), { head, stream });
  }
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [id, { head }] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1];
    if (map !== undefined) fonts.set(`F${id}`, glyphs(objects.get(Number(map))?.stream ?? ''));
  }
  let text = '';
  let pages = 0;
  for (const { head, stream } of objects.values()) {
    if (/\/Type \/Page\b(?!s)/.test(head)) pages += 1;
    let font: ReadonlyMap<string, string> | undefined;
    for (const [token] of stream.matchAll(/\/F\d+(?= )|<[0-9A-Fa-f]+>(?=[^>]*T[jJ])|\bT[jJ]\b/g)) {
      if (token.startsWith('/')) font = fonts.get(token.slice(1));
      else if (token.startsWith('<'))
        for (const code of token.slice(1, -1).match(/.{4}/g) ?? []) text += font?.get(code.toUpperCase()) ?? '';
      else text += ' ';
    }
  }
  return { pages, text };
}

/** Code of a glyph → text, from a ToUnicode map. */
function glyphs(map: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const text = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  const code = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
  for (const [, part = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, from = '', to = ''] of part.matchAll(/<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]+)>/g))
      found.set(from.toUpperCase(), text(to));
  for (const [, part = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', until = '', to = ''] of part.matchAll(
      /<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]{4})>/g,
    ))
      for (let at = Number.parseInt(from, 16); at <= Number.parseInt(until, 16); at += 1)
        found.set(code(at), text(code(Number.parseInt(to, 16) + at - Number.parseInt(from, 16))));
  return found;
}
