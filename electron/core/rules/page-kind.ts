export type PageKind = 'html' | 'json';

/** What a media type (lower case, without parameters) is to rules; null: rules do not look at it. */
export function pageKindOf(mediaType: string | null): PageKind | null {
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return 'html';
  return mediaType !== null && /^(application|text)\/(.+\+)?json$/.test(mediaType) ? 'json' : null;
}
