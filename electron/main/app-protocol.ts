import { readFile } from 'node:fs/promises';
import { protocol, type Session } from 'electron';
import { appScheme } from './origin.ts';
import { listPage, pageAnswer } from './page-files.ts';

/** Call before `ready`. Allows relative URLs, a secure context and fetch of our own files, and nothing else (E21). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built window from a file list made once at start. */
export function serveApp(session: Session, folder: string): void {
  const files = listPage(folder);
  session.protocol.handle(appScheme, async request => {
    const answer = pageAnswer(files, request.method, request.url);
    const body = answer.file === null ? '' : new Uint8Array(await readFile(answer.file));
    return new Response(body, { status: answer.status, headers: { ...answer.headers } });
  });
}

/** Makes every `file:` request fail, in every session (E23). */
export function refuseFiles(session: Session): void {
  if (!session.protocol.isProtocolHandled('file')) session.protocol.handle('file', () => Response.error());
}
