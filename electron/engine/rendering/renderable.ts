import { isSuccess } from '#core/decision/outcome.ts';
import { isHtmlBody } from '../crawl/read-page.ts';

/** Why a browser does not render a response with this body: one or two sentences; '' for a page. */
export function notRenderable(
  { status, contentType }: { readonly status: number | null; readonly contentType: string | null },
  body: Uint8Array | null,
): string {
  if (status === null || !isSuccess(status))
    return `The response was ${status ?? 'none'}. Only HTML responses with status 200 to 299 are rendered.`;
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (isHtmlBody(contentType, body ?? new Uint8Array())) return '';
  return type === ''
    ? 'The response has no content type and does not look like HTML. Only HTML is rendered.'
    : `The response is ${type}. Only HTML is rendered.`;
}
