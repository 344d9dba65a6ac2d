/** The window's only origin. Compare protocol and host, because Node reports "null" as the origin of unknown schemes. */
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

/** True only for `app://ui/…`. False, for example, for `app://ui.evil/`, `app://x@ui/` or `app://ui:1/`. */
export function isAppUrl(text: string): boolean {
  const url = parse(text);
  return url !== null && url.protocol === `${appScheme}:` && url.host === appHost && url.username === '' && url.password === '';
}

/** What the window may load: our own files and in-memory blobs, plus developer tools during development. */
export function isLoadable(text: string, developing: boolean): boolean {
  const protocol = parse(text)?.protocol;
  return isAppUrl(text) || protocol === 'blob:' || (developing && protocol === 'devtools:');
}
