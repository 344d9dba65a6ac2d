import type { NormalizationChange } from '../model/link-detail.ts';
import type { HrefForm, LinkZone } from '../model/page-facts.ts';

/** What a step of normalization did, as a short sentence without its subject. */
export const normalizationWords: Readonly<Record<NormalizationChange, string>> = {
  references: 'Character references decoded',
  'white-space': 'White space removed',
  resolved: 'Resolved against the base URL',
  backslashes: 'Backslashes changed to slashes',
  'scheme-case': 'Scheme changed to lower case',
  credentials: 'User name and password removed',
  'host-case': 'Host changed to lower case',
  'host-ascii': 'Host changed to its ASCII form',
  port: 'Default port removed',
  'root-path': 'Empty path changed to /',
  'dot-segments': 'Dot segments resolved',
  unsafe: 'Unsafe characters percent-encoded',
  parser: 'Rewritten by the URL parser',
  fragment: 'Fragment removed',
  escapes: 'Percent-encoding normalized',
};

export const zoneWords: Readonly<Record<LinkZone, string>> = {
  none: 'Content',
  nav: 'Navigation',
  header: 'Header',
  main: 'Main content',
  footer: 'Footer',
  aside: 'Sidebar',
};

export const formWords: Readonly<Record<HrefForm, string>> = {
  absolute: 'absolute URL',
  'protocol-relative': 'protocol-relative',
  'root-relative': 'root-relative',
  'path-relative': 'path-relative',
  fragment: 'fragment only',
  query: 'query only',
  empty: 'empty',
};

const kindWords: Readonly<Record<string, string>> = {
  a: 'Links',
  area: 'Image map areas',
  frame: 'Frames',
  iframe: 'Inline frames',
  refresh: 'Refreshes',
  redirect: 'Redirects',
  canonical: 'Canonicals',
  alternate: 'Alternates (hreflang, feeds)',
  amphtml: 'AMP versions',
  'next-prev': 'Next and prev',
  stylesheet: 'Style sheets',
  script: 'Scripts',
  image: 'Images',
  media: 'Media',
  icon: 'Icons',
  'share-image': 'Images for shared links (og:image)',
  form: 'Form actions',
  'link-header': 'Link headers',
};

/** A kind of link, in the plural, for a list of counts. */
export const linkKindWords = (kind: string): string => kindWords[kind] ?? 'Other references';
