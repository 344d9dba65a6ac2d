import { Buffer } from 'node:buffer';

/** How the demo server ends a response. */
export type Ending =
  | 'complete'
  | 'short' // Content-Length promises more than is sent, then the connection closes
  | 'dropped'; // the connection closes before any response

export interface DemoAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly ending: Ending;
  /** Delay before the response, in milliseconds. */
  readonly delayMs: number;
}

/** What a page knows about the request. */
export interface Visit {
  /** Scheme, host and port of the running server, without a slash at the end. */
  readonly origin: string;
  /** 1 for the first request of this path, 2 for the second … */
  readonly count: number;
}

/** How the home page refers to a page. `hidden`: only another page, a redirect or a sitemap leads to it. */
export type Mention = 'link' | 'nofollow' | 'hidden';

export interface DemoPage {
  /** Path and query as in the request line. */
  readonly path: string;
  readonly title: string;
  /** What it shows, one sentence for the home page. */
  readonly shows: string;
  readonly mention: Mention;
  answer(visit: Visit): DemoAnswer;
}

/** A heading of the home page with its pages. */
export interface DemoSection {
  readonly heading: string;
  readonly pages: readonly DemoPage[];
}

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, char => named[char] ?? char);

/** One readable HTML document in the style of the demo. `head` and `body` are HTML. */
export const htmlDocument = (title: string, body: string, head = '', charset = 'utf-8'): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="${charset}">
<title>${escapeHtml(title)}</title>
${head === '' ? '' : `${head}\n`}<link rel="stylesheet" href="/assets/demo.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;

export const homeLink = '<p class="back"><a href="/">Back to the demo site</a></p>';

/** Optional properties of a page. Each has a default. */
export interface PageOptions {
  readonly mention?: Mention;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  /** HTML for the head. */
  readonly head?: string;
  /** HTML after the sentence; a link home by default. */
  readonly body?: string;
  readonly delayMs?: number;
  readonly ending?: Ending;
}

export const htmlType = ['Content-Type', 'text/html; charset=utf-8'] as const;

/** A response with defaults: 200, complete, at once. */
export const answer = (
  body: string | Uint8Array,
  headers: readonly (readonly [string, string])[] = [htmlType],
  rest: { readonly status?: number; readonly ending?: Ending; readonly delayMs?: number } = {},
): DemoAnswer => ({
  status: rest.status ?? 200,
  headers,
  body: typeof body === 'string' ? Buffer.from(body, 'utf8') : body,
  ending: rest.ending ?? 'complete',
  delayMs: rest.delayMs ?? 0,
});

/** An HTML page that describes what it shows. */
export const page = (path: string, title: string, shows: string, options: PageOptions = {}): DemoPage => {
  const text = htmlDocument(title, `<p>${escapeHtml(shows)}</p>\n${options.body ?? homeLink}`, options.head);
  return {
    path,
    title,
    shows,
    mention: options.mention ?? 'link',
    answer: () => answer(text, [htmlType, ...(options.headers ?? [])], options),
  };
};

/** A page with its own response function. */
export const custom = (
  path: string,
  title: string,
  shows: string,
  make: (visit: Visit, html: string) => DemoAnswer,
  mention: Mention = 'link',
): DemoPage => {
  const text = htmlDocument(title, `<p>${escapeHtml(shows)}</p>\n${homeLink}`);
  return { path, title, shows, mention, answer: visit => make(visit, text) };
};

/** A redirect. With `location` '', sends no Location header. A location that starts with '/' is sent unchanged. */
export const redirect = (
  path: string,
  title: string,
  shows: string,
  status: number,
  location: string,
  mention: Mention = 'link',
): DemoPage =>
  custom(
    path,
    title,
    shows,
    (_visit, html) => answer(html, location === '' ? [htmlType] : [htmlType, ['Location', location]], { status }),
    mention,
  );
