import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { protocol, type Session } from 'electron';
import { appHost, appScheme } from './origin.ts';
import { listPage, pageAnswer } from './page-files.ts';

/** Call before `ready`. Allows relative URLs, a secure context and fetch of our own files, and nothing else (E21). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Documents that are being printed, by address. */
const documents = new Map<string, string>();
/** No script, no network; pictures only inside the document. It repeats what the document says itself. */
const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Serves an HTML document at an address that nobody can guess, until `withdraw` is called. */
export function offerDocument(html: string): { readonly url: string; withdraw(): void } {
  const url = `${appScheme}://${appHost}/print/${randomUUID()}.html`;
  documents.set(url, html);
  return { url, withdraw: () => void documents.delete(url) };
}

const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': documentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Serves the built window from a file list made once at start. */
export function serveApp(session: Session, folder: string): void {
  const files = listPage(folder);
  session.protocol.handle(appScheme, async request => {
    const document = documents.get(request.url);
    if (document !== undefined) return new Response(document, { headers: documentHeaders });
    const answer = pageAnswer(files, request.method, request.url);
    const body = answer.file === null ? '' : new Uint8Array(await readFile(answer.file));
    return new Response(body, { status: answer.status, headers: { ...answer.headers } });
  });
}

/** Makes every `file:` request fail, in every session (E23). */
export function refuseFiles(session: Session): void {
  if (!session.protocol.isProtocolHandled('file')) session.protocol.handle('file', () => Response.error());
}
