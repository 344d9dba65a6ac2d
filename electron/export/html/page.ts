import { timeUpTo } from '../instant.ts';
import { type Content, code, el, escapedValue, foreign, Markup } from './markup.ts';
import { style } from './style.ts';

/** How a report was made. `at` is epoch milliseconds. With null, the report omits the time. */
export interface Made {
  readonly at: number | null;
  readonly version: string;
  /** Name of the crawl file, without its folder. */
  readonly file: string;
  /** The command that makes the same report again. */
  readonly command: string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Content;
}

export interface Report {
  /** 'Dossier of one URL' */
  readonly kind: string;
  /** The subject of the report. */
  readonly title: string;
  readonly lead: Content;
  /** Empty ones are omitted. */
  readonly sections: readonly Section[];
  readonly made: Made;
  /** Before everything else, on paper a page of its own. */
  readonly cover?: Content;
  /** It shows a picture, whose bytes are in the document. */
  readonly hasPicture?: boolean;
  /** Further rules of the style sheet: our own text only. */
  readonly style?: string;
  /** Values that a program can read back (`metaOf`). */
  readonly meta?: Readonly<Record<string, string>>;
}

const policy = "default-src 'none'; style-src 'unsafe-inline'";

/** A complete document without scripts or external resources. The same report always gives the same bytes. */
export function htmlPage({
  kind,
  title,
  lead,
  sections,
  made,
  cover,
  hasPicture = false,
  style: more = '',
  meta = {},
}: Report): string {
  const shown = sections.filter(({ content }) => Markup.html(content) !== '');
  const names = Object.entries(meta).map(
    ([name, value]) => `<meta name="crawlscope-${escapedValue(name)}" content="${escapedValue(value)}">\n`,
  );
  const body = [
    cover,
    el('header', { class: 'top' }, el('p', { class: 'kind' }, kind), el('h1', {}, foreign(title)), lead, contents(shown)),
    el(
      'main',
      {},
      shown.map(({ id, title: heading, content }) => el('section', {}, el('h2', { id }, heading), content)),
    ),
    footer(made),
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}${hasPicture ? '; img-src data:' : ''}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Crawlscope ${escapedValue(made.version)}">
${names.join('')}<title>${escapedValue(`${kind}: ${title}`)}</title>
<style>${style}${more}</style>
</head>
<body>
${Markup.html(body).replaceAll('</section>', '</section>\n').replaceAll('</tr>', '</tr>\n')}
</body>
</html>
`;
}

const contents = (sections: readonly Section[]): Content =>
  sections.length > 3 &&
  el(
    'nav',
    {},
    el(
      'ul',
      {},
      sections.map(({ id, title }) => el('li', {}, el('a', { to: id }, title))),
    ),
  );

const footer = ({ at, version, file, command }: Made): Markup =>
  el(
    'footer',
    {},
    el(
      'p',
      {},
      `Made ${at === null ? '' : `${timeText(at)} `}by Crawlscope ${version} from the crawl file `,
      foreign(file),
      '. Every figure was computed from that file; with the file anyone can compute it again:',
    ),
    el('p', {}, code(command)),
  );

/** '2026-11-21 05:46:03.125 UTC' */
export const timeText = (at: number): string => timeUpTo(at, 'millisecond');

const unescaped: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Reads a meta value from a report, or null if it has none of that name. */
export function metaOf(html: string, name: string): string | null {
  const start = `<meta name="crawlscope-${name}" content="`;
  const at = html.indexOf(start);
  const end = at < 0 ? -1 : html.indexOf('">', at + start.length);
  if (end < 0) return null;
  return html.slice(at + start.length, end).replace(/&(amp|lt|gt|quot|#39);/g, (_, entity: string) => unescaped[entity] ?? '');
}
