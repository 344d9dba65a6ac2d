import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * What electronegativity 1.10.3 (Doyensec) looks for, as searches of our own over the shell, the preload and the window: that tool is no
 * dependency, because it brings 400 packages and needs the network. Each check lists the places that were reviewed; another one fails.
 */
interface Check {
  /** Its names in the tool. */
  readonly names: readonly string[];
  readonly pattern: RegExp;
  readonly bad: string;
  /** Reviewed places: file below electron/main and number of lines. */
  readonly reviewed?: Readonly<Record<string, number>>;
}

const checks: readonly Check[] = [
  // After a confirmation that shows the host (E45).
  {
    names: ['OPEN_EXTERNAL'],
    pattern: /shell\.openExternal\(/,
    bad: 'shell.openExternal(url.href)',
    reviewed: { 'dialogs.ts': 1 },
  },
  // Each of these windows refuses navigation and new windows, a middle click too (E40/E41).
  {
    names: ['AUXCLICK'],
    pattern: /new (BrowserWindow|WebContentsView|BrowserView)\(/,
    bad: 'new BrowserWindow({',
    reviewed: { 'print-window.ts': 1, 'window.ts': 1, 'render-worker/pages.ts': 1 },
  },
  // Switches that take protection away are refused (E15); these add some.
  {
    names: ['CUSTOM_ARGUMENTS'],
    pattern: /commandLine\.append/,
    bad: "app.commandLine.appendSwitch('x')",
    reviewed: { 'security.ts': 4, 'render-worker/run.ts': 2 },
  },
  // Both answer no (E44).
  {
    names: ['CERTIFICATE_ERROR_EVENT'],
    pattern: /on\('certificate-error'/,
    bad: "app.on('certificate-error', x)",
    reviewed: { 'security.ts': 1, 'render-worker/run.ts': 1 },
  },
  // One file that imports electron only (E12).
  { names: ['PRELOAD'], pattern: /\bpreload: join/, bad: "preload: join(x, 'y')", reviewed: { 'window.ts': 1 } },
  // Fixed files, and no file: (E20/E23).
  {
    names: ['PROTOCOL_HANDLER'],
    pattern: /protocol\.(handle|register|intercept)/,
    bad: "protocol.registerFileProtocol('x')",
    reviewed: { 'app-protocol.ts': 3 },
  },
  // Everything is denied (E42).
  {
    names: ['PERMISSION_REQUEST_HANDLER'],
    pattern: /setPermission(Request|Check)Handler\(/,
    bad: 'session.setPermissionRequestHandler(x)',
    reviewed: { 'security.ts': 2, 'render-worker/pages.ts': 2 },
  },
  { names: ['CERTIFICATE_VERIFY_PROC'], pattern: /setCertificateVerifyProc/, bad: 'session.setCertificateVerifyProc(x)' },
  { names: ['AFFINITY'], pattern: /\baffinity\b/, bad: "affinity: 'x'" },
  { names: ['ALLOWPOPUPS'], pattern: /allowpopups/i, bad: '<webview allowpopups>' },
  { names: ['BLINK_FEATURES'], pattern: /blinkFeatures/i, bad: "enableBlinkFeatures: 'x'" },
  { names: ['CONTEXT_ISOLATION'], pattern: /contextIsolation: (?!true)/, bad: 'contextIsolation: false' },
  { names: ['DANGEROUS_FUNCTIONS'], pattern: /insertCSS|executeJavaScript|\beval\(/, bad: 'contents.insertCSS(x)' },
  { names: ['EXPERIMENTAL_FEATURES'], pattern: /experimental\w*Features: (?!false)/, bad: 'experimentalFeatures: true' },
  {
    names: ['HTTP_RESOURCES'],
    pattern: /(src|href|loadURL\(|fetch\()\s*[=:]?\s*['"`]http:/,
    bad: '<script src="http://x.example/">',
  },
  { names: ['INSECURE_CONTENT'], pattern: /allowRunningInsecureContent: (?!false)/, bad: 'allowRunningInsecureContent: true' },
  {
    names: ['NODE_INTEGRATION', 'NODE_INTEGRATION_ATTACH_EVENT'],
    pattern: /nodeIntegration\w*: (?!false)|nodeintegration\b/,
    bad: 'nodeIntegration: true',
  },
  {
    names: ['REMOTE_MODULE'],
    pattern: /@electron\/remote|enableRemoteModule|electron'\)?\.remote/,
    bad: "import '@electron/remote'",
  },
  { names: ['SANDBOX'], pattern: /\bsandbox: (?!true)/, bad: 'sandbox: false' },
  {
    names: ['SECURITY_WARNINGS_DISABLED'],
    pattern: /DISABLE_SECURITY_WARNINGS/,
    bad: "env['ELECTRON_DISABLE_SECURITY_WARNINGS']",
  },
  { names: ['WEB_SECURITY'], pattern: /webSecurity: (?!true)/, bad: 'webSecurity: false' },
];
/** Checks of the tool that other tests of ours make: the policy (E22), navigation (E40), webviews (E04), the version of Electron (E05). */
const elsewhere = ['CSP', 'LIMIT_NAVIGATION', 'WEBVIEW_TAG', 'ELECTRON_VERSION', 'AVAILABLE_SECURITY_FIXES'];

const files = globSync(['electron/{main,preload}/**/*.ts', 'renderer/**/*.{ts,tsx,html}']).map(path =>
  path.replaceAll('\\', '/'),
);
/** Without comments, so that a sentence about a setting is none. */
const texts = new Map(files.map(path => [path, readFileSync(path, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '')]));

test.each(checks)(
  'E129: $names.0 finds a bad line, and in the sources only what was reviewed',
  ({ pattern, bad, reviewed = {} }) => {
    expect(bad).toMatch(pattern);
    const found: Record<string, number> = {};
    for (const [path, text] of texts) {
      const lines = text.split('\n').filter(line => pattern.test(line)).length;
      if (lines > 0) found[path.replace('electron/main/', '')] = lines;
    }
    expect(found).toEqual(reviewed);
  },
);

test('E129: each check has one name, and the sources are there', () => {
  const names = [...checks.flatMap(each => each.names), ...elsewhere];
  expect(new Set(names).size).toBe(names.length);
  expect(files.length).toBeGreaterThan(200);
});
