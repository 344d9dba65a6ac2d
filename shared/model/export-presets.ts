import type { ColumnType, ExportColumn } from './export.ts';

/** A bulk export: a list that an audit needs as a whole, by name. How it is read is in `electron/storage/presets`. */
export interface ExportPreset {
  /** Name on the command line; stays as it is. */
  readonly id: string;
  readonly label: string;
  /** What a row is and which there are: one or two sentences. */
  readonly about: string;
  readonly columns: readonly ExportColumn[];
}

const columns = (table: Readonly<Record<string, ColumnType>>): ExportColumn[] =>
  Object.entries(table).map(([name, type]) => ({ name, type }));

/** Of a list of links. `status` and `reason` are those of the target; `seq` is the position on the page, `start` and `end` are bytes. */
const link = columns({
  from: 'text',
  to: 'text',
  kind: 'text',
  rel: 'text',
  text: 'text',
  status: 'integer',
  reason: 'text',
  seq: 'integer',
  start: 'integer',
  end: 'integer',
});

/** Every bulk export, in the order of menus and help. To add one: an entry here, and how it is read; the compiler names what is missing. */
export const exportPresets = [
  {
    id: 'links-to-4xx',
    label: 'Links to 4xx pages',
    about: 'Every link, of any kind, to a URL that returned a status from 400 to 499.',
    columns: link,
  },
  {
    id: 'links-to-5xx',
    label: 'Links to 5xx pages',
    about: 'Every link, of any kind, to a URL that returned a status from 500 to 599.',
    columns: link,
  },
  {
    id: 'links-to-redirects',
    label: 'Links to redirects',
    about: 'Every link, of any kind, to a URL that redirects. A redirect to another redirect is one of them.',
    columns: link,
  },
  {
    id: 'redirect-chains',
    label: 'Redirect chains',
    about:
      'Every URL that redirects, followed to its end: one row for each hop. A chain that returns to one of its URLs is a loop.',
    columns: columns({
      start: 'text',
      length: 'integer',
      loop: 'boolean',
      final_url: 'text',
      final_status: 'integer',
      hop: 'integer',
      url: 'text',
      status: 'integer',
      redirect_to: 'text',
    }),
  },
  {
    id: 'links-to-blocked',
    label: 'Links to blocked URLs',
    about: 'Every link, of any kind, to a URL that robots.txt blocks.',
    columns: link,
  },
  {
    id: 'links-to-noindex',
    label: 'Links to noindex pages',
    about: 'Every link, of any kind, to a page with a noindex.',
    columns: link,
  },
  { id: 'all-links', label: 'All links', about: 'Every stored link of every page, and every redirect.', columns: link },
  {
    id: 'external-links',
    label: 'External links',
    about: 'Every link, of any kind, to another host than that of its page.',
    columns: link,
  },
  { id: 'images', label: 'Images', about: 'Every image of every page. The column text has its alternative text.', columns: link },
  {
    id: 'images-missing-alt',
    label: 'Images without alt',
    about: 'Every img element without an alt attribute, of every page. An empty alt is not missing: it marks a decoration.',
    columns: columns({
      page: 'text',
      src: 'text',
      start: 'integer',
      end: 'integer',
      width: 'integer',
      lazy: 'boolean',
      only_link_content: 'boolean',
      decorative: 'boolean',
    }),
  },
  {
    id: 'sitemap-entries',
    label: 'Sitemap entries',
    about: 'Every entry of every sitemap, with what the crawl knows about its URL.',
    columns: columns({
      sitemap: 'text',
      line: 'integer',
      url: 'text',
      lastmod: 'text',
      changefreq: 'text',
      priority: 'text',
      status: 'integer',
      state: 'text',
      reason: 'text',
      may_fetch: 'text',
      may_list: 'text',
      inlinks: 'integer',
      canonical: 'text',
      redirect_to: 'text',
      title: 'text',
    }),
  },
  {
    id: 'canonicals-elsewhere',
    label: 'Canonicals to other pages',
    about: 'Every page whose canonical is another URL, with what the crawl knows about that URL.',
    columns: columns({
      url: 'text',
      status: 'integer',
      reason: 'text',
      may_list: 'text',
      inlinks: 'integer',
      title: 'text',
      canonical: 'text',
      canonical_status: 'integer',
      canonical_reason: 'text',
      canonical_may_list: 'text',
    }),
  },
  {
    id: 'noindex-pages',
    label: 'Noindex pages',
    about: 'Every page with a noindex, in a meta element or in the header X-Robots-Tag.',
    columns: columns({
      url: 'text',
      status: 'integer',
      reason: 'text',
      meta_robots: 'text',
      x_robots_tag: 'text',
      inlinks: 'integer',
      in_sitemaps: 'integer',
      canonical: 'text',
      title: 'text',
    }),
  },
  {
    id: 'response-headers',
    label: 'All response headers',
    about: 'Every header of the last response of every URL, one row for each. Secrets are replaced by [redacted].',
    columns: columns({ url: 'text', status: 'integer', position: 'integer', name: 'text', value: 'text' }),
  },
] as const satisfies readonly ExportPreset[];

export type ExportPresetId = (typeof exportPresets)[number]['id'];
export const exportPresetIds = exportPresets.map(({ id }) => id) as [ExportPresetId, ...ExportPresetId[]];

/** The preset with this id, or undefined. */
export const exportPreset = (id: string): (ExportPreset & { readonly id: ExportPresetId }) | undefined =>
  exportPresets.find(preset => preset.id === id);
