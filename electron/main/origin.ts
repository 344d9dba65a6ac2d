/** The one origin of the window. Compared by protocol and host: Node says "null" for the origin of an unknown scheme. */
export const appScheme = 'app';
export const appHost = 'ui';
export const appStart = `${appScheme}://${appHost}/index.html`;

const parse = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch (_notAnUrl) {
    return null;
  }
};

/** True for `app://ui/…` and for nothing else, such as `app://ui.evil/`, `app://x@ui/` or `app://ui:1/`. */
export function isAppUrl(text: string): boolean {
  const url = parse(text);
  return url !== null && url.protocol === `${appScheme}:` && url.host === appHost && url.username === '' && url.password === '';
}

/** What the window's network stack may load at all: our own files and in-memory blobs; developer tools while developing. */
export function isLoadable(text: string, developing: boolean): boolean {
  const protocol = parse(text)?.protocol;
  return isAppUrl(text) || protocol === 'blob:' || (developing && protocol === 'devtools:');
}
