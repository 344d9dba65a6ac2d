/** XML of sitemaps as sitemaps.org and Google's extensions describe it. Files are UTF-8; all values are escaped. */

const namespaces = {
  image: 'http://www.google.com/schemas/sitemap-image/1.1',
  xhtml: 'http://www.w3.org/1999/xhtml',
} as const;
const own = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', "'": '&apos;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** The five characters that sitemaps.org requires to be escaped (protocol, Entity escaping). */
const escaped = (text: string): string => text.replace(/[&'"<>]/g, found => entities[found] as string);

/** The characters that RFC 3986 does not have in a URL, percent-encoded as UTF-8. The rest stays as it is. */
export const asUri = (url: string): string =>
  url.replace(/[^!#$%&'()*+,./0-9:;=?@A-Z[\]_a-z~-]+/g, found => encodeURIComponent(found.replace(/\p{Surrogate}/gu, '\ufffd')));

export interface EntryParts {
  readonly loc: string;
  /** In the W3C format; '' for none. */
  readonly lastmod: string;
  readonly images: readonly string[];
  readonly alternates: readonly { readonly lang: string; readonly url: string }[];
}

/** One `<url>` with a line end. */
export function entryXml({ loc, lastmod, images, alternates }: EntryParts): string {
  const lines = [`<url>\n<loc>${uri(loc)}</loc>\n`];
  if (lastmod !== '') lines.push(`<lastmod>${lastmod}</lastmod>\n`);
  for (const { lang, url } of alternates)
    lines.push(`<xhtml:link rel="alternate" hreflang="${escaped(lang)}" href="${uri(url)}"/>\n`);
  for (const image of images) lines.push(`<image:image><image:loc>${uri(image)}</image:loc></image:image>\n`);
  lines.push('</url>\n');
  return lines.join('');
}

const uri = (url: string): string => escaped(asUri(url));

/** What comes before the entries. */
export function urlsetHead(extensions: { readonly images: boolean; readonly hreflang: boolean }): string {
  const image = extensions.images ? ` xmlns:image="${namespaces.image}"` : '';
  const xhtml = extensions.hreflang ? ` xmlns:xhtml="${namespaces.xhtml}"` : '';
  return `${declaration}<urlset xmlns="${own}"${image}${xhtml}>\n`;
}

export const urlsetTail = '</urlset>\n';

/** A whole sitemap index of these files. */
export const indexXml = (urls: readonly string[]): string =>
  `${declaration}<sitemapindex xmlns="${own}">\n${urls.map(url => `<sitemap>\n<loc>${uri(url)}</loc>\n</sitemap>\n`).join('')}</sitemapindex>\n`;
