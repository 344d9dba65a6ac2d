const encodings = ['..', '%2e%2e', '.%2e', '%2E.', '%252e%252e', '..%00', '%c0%ae%c0%ae', '%ff%fe', '..;', '. .', '…'];
const separators = ['/', '%2f', '%5c', '%255c', '//', '/./'];
const targets = ['package.json', 'etc/passwd', 'out/main/index.cjs', 'secret.html'];

/** Addresses below and beside our origin that name no file of the window. Shared with the test in the started app. */
export const hostileAppPaths: readonly string[] = [
  ...encodings.flatMap(up =>
    separators.flatMap(separator => targets.map(target => `app://ui/${[up, up, up, target].join(separator)}`)),
  ),
  'app://ui/index.html/',
  'app://ui//index.html',
  'app://ui/index.html%00',
  'app://ui/index.html%20',
  'app://ui/index%2ehtml',
  'app://ui/INDEX.HTML',
  'app://ui/%69ndex.html',
  'app://ui/index.html;x',
  'app://ui/index.html::$DATA',
  'app://ui/.env',
  'app://ui/assets',
  'app://ui/assets/',
  'app://ui/assets/x.js.map',
  'app://ui/link.html',
  'app://ui/__proto__',
  'app://ui/constructor',
  'app://ui/file:///etc/passwd',
  'app://ui/C:/Windows/win.ini',
  'app://ui/\\\\server\\share',
  'app://evil/index.html',
  'app://ui.evil/index.html',
  'app://ui:80/index.html',
  'app://user@ui/index.html',
  'app:index.html',
  'app:/index.html',
  'app:///index.html',
];
