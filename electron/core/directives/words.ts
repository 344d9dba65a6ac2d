/** Directives that are written with a value. The word before such a colon never names a robot. */
export const VALUED_DIRECTIVES: ReadonlySet<string> = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
]);

/** Directives without a value that some engine documents or once did. */
export const PLAIN_DIRECTIVES: ReadonlySet<string> = new Set([
  'all',
  'index',
  'follow',
  'archive',
  'none',
  'noindex',
  'nofollow',
  'noarchive',
  'nocache',
  'nosnippet',
  'noimageindex',
  'notranslate',
  'indexifembedded',
  'nositelinkssearchbox',
  'noodp',
  'noydir',
  'noyaca',
  'nopreview',
  'noai',
  'noimageai',
]);
