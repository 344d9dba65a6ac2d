import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { appHost, isAppUrl } from './origin.ts';

export interface PageFile {
  readonly file: string;
  readonly type: string;
}
export interface PageAnswer {
  readonly status: 200 | 404 | 405;
  /** The file to send, or null for an empty body. */
  readonly file: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a window build may contain; other files in the folder are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Turns off every feature that Chromium names. Our own page may still write to the clipboard, because the app copies text. */
const featuresOff = [
  'accelerometer',
  'ambient-light-sensor',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
export const permissionsPolicy = [...featuresOff.map(name => `${name}=()`), 'clipboard-write=(self)'].join(', ');

const common: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-store',
};

/** The files below a folder by URL path, listed once. Requests look paths up in this list and never join them to the folder. */
export function listPage(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  const visit = (path: string, address: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const file = join(path, entry.name);
      const type = types[extname(entry.name)];
      if (entry.isDirectory()) visit(file, `${address}/${entry.name}`);
      else if (entry.isFile() && type !== undefined) files.set(`${address}/${entry.name}`, Object.freeze({ file, type }));
    }
  };
  visit(folder, '');
  return files;
}

/** The response to a request: a file for a GET of a listed path on our host, otherwise empty. Every response has all headers. */
export function pageAnswer(files: ReadonlyMap<string, PageFile>, method: string, address: string): PageAnswer {
  const headers = { ...common };
  if (method !== 'GET') return { status: 405, file: null, headers: { ...headers, allow: 'GET' } };
  const found = isAppUrl(address) ? files.get(pathOf(address)) : undefined;
  if (!found) return { status: 404, file: null, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } };
  return { status: 200, file: found.file, headers: { ...headers, 'content-type': found.type } };
}

const pathOf = (address: string): string => {
  const { host, pathname } = new URL(address);
  return host === appHost && pathname === '/' ? '/index.html' : pathname;
};
