import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Rules that a search over the sources can enforce (docs/invariants.md). Each proves on a bad line that it fires. */
interface Gate {
  readonly id: string;
  readonly rule: string;
  readonly pattern: RegExp;
  /** Where it looks, and the files that are allowed to. */
  readonly files: string;
  readonly except?: readonly string[];
  readonly bad: readonly string[];
  readonly good: readonly string[];
  /** It also finds what stands on several lines. */
  readonly isLong?: true;
}

const app = '{electron,shared,renderer}/**/*.{ts,tsx}';
const shell = 'electron/{main,preload}/**/*.ts';
/** Functions of the language that take any number of arguments. */
const takesMany = '(?:\\.(?:push|unshift|splice|concat|fromCharCode|fromCodePoint|assign|of)|\\bMath\\.\\w+)\\(\\s*';
/** Arguments, if any, before another one. */
const someArguments = '(?:(?:[^()[\\]{}]|\\((?:[^()]|\\([^()]*\\))*\\)|\\[[^[\\]]*\\]|\\{[^{}]*\\})*?,\\s*)?';
const gates: readonly Gate[] = [
  {
    id: 'E02',
    rule: 'only window.ts, print-window.ts and the process that renders open windows',
    pattern: /new (BrowserWindow|WebContentsView|BaseWindow|BrowserView)\b/,
    files: shell,
    except: ['electron/main/window.ts', 'electron/main/print-window.ts', 'electron/main/render-worker/pages.ts'],
    bad: ['const w = new BrowserWindow({})'],
    good: ['type W = BrowserWindow'],
  },
  {
    id: 'E02',
    rule: 'only the process that renders makes sessions',
    pattern: /fromPartition|fromPath\(/,
    files: shell,
    except: ['electron/main/render-worker/pages.ts'],
    bad: ["session.fromPartition('x')"],
    good: ['session.defaultSession'],
  },
  {
    id: 'E02',
    rule: 'only the engine host and the CLI mode start processes',
    pattern: /utilityProcess\.fork|child_process/,
    files: shell,
    except: ['electron/main/engine-host.ts', 'electron/main/cli-mode.ts'],
    bad: ["import { exec } from 'node:child_process'", 'utilityProcess.fork(x)'],
    good: ['engineStarter(x)'],
  },
  {
    id: 'E02',
    rule: 'only app-protocol.ts answers addresses',
    pattern: /protocol\.(handle|register\w+|intercept\w+)\(/,
    files: shell,
    except: ['electron/main/app-protocol.ts'],
    bad: ["protocol.handle('x', y)", "protocol.registerFileProtocol('x')"],
    good: ['protocol.isProtocolHandled'],
  },
  {
    id: 'E02',
    rule: 'only gateway.ts listens to windows',
    pattern: /\bipcMain\b/,
    files: shell,
    except: ['electron/main/gateway.ts'],
    bad: ["ipcMain.handle('x', y)"],
    good: ['const pcMain = 1'],
  },
  {
    id: 'E02',
    rule: 'only dialogs.ts uses the system shell and dialogs',
    pattern: /(?<!['\w])shell\.(open|show|trash|write|read|move|beep)|\bdialog\.show/,
    files: shell,
    except: ['electron/main/dialogs.ts'],
    bad: ['shell.openExternal(url)', 'dialog.showErrorBox("x")'],
    good: ['operations.open(path)'],
  },
  {
    id: 'E02',
    rule: 'only window.ts, print-window.ts and the process that renders load addresses',
    pattern: /\bloadURL\(|\bloadFile\(/,
    files: shell,
    except: ['electron/main/window.ts', 'electron/main/print-window.ts', 'electron/main/render-worker/pages.ts'],
    bad: ['w.loadURL(x)', 'w.loadFile(x)'],
    good: ['download(x)'],
  },
  {
    id: 'E45',
    rule: 'paths are never opened',
    pattern: /\bopenPath\(\s*['"`\w]*url|shell\.openPath/,
    files: app,
    bad: ['shell.openPath(x)'],
    good: ['openPath(path)'],
  },
  {
    id: 'E45',
    rule: 'items are shown in their folder by the dialogs alone',
    pattern: /shell\.showItemInFolder/,
    files: app,
    except: ['electron/main/dialogs.ts'],
    bad: ['shell.showItemInFolder(x)'],
    good: ['showInFolder(path)'],
  },
  {
    id: 'E120',
    rule: 'no HTML from strings',
    pattern: /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\bsrcdoc\b/i,
    files: app,
    bad: ['x.innerHTML = y', 'dangerouslySetInnerHTML={{}}', '<iframe srcDoc={x}>', 'document.write(x)'],
    good: ['x.textContent = y'],
  },
  {
    id: 'E120',
    rule: 'no code from strings',
    pattern: /\beval\(|new Function\b|set(Timeout|Interval)\(\s*['"`]|executeJavaScript|['"`]javascript:/,
    files: app,
    // Two tell such an address from a web address, one shows such a link; none runs anything.
    except: ['electron/core/html/facts/link-facts.ts', 'electron/core/html/href.ts', 'electron/demo/pages-links.ts'],
    bad: ['eval(x)', 'new Function("x")', 'setTimeout("x", 1)', "a.href = 'javascript:x'", 'w.executeJavaScript(x)'],
    good: ['setTimeout(() => x, 1)'],
  },
  {
    id: 'E121',
    rule: 'ipcRenderer stays in the preload',
    pattern: /\bipcRenderer\b/,
    files: app,
    except: ['electron/preload/index.ts'],
    bad: ["ipcRenderer.send('x')"],
    good: ['bridge.send(x)'],
  },
  {
    id: 'E121',
    rule: 'no remote module',
    pattern: /@electron\/remote|enableRemoteModule/,
    files: app,
    bad: ["import '@electron/remote'"],
    good: ["import 'electron'"],
  },
  {
    id: 'E122',
    rule: 'addresses and paths are not judged by their beginning',
    pattern: /(url|href|path|origin|address|src)\w*\.(startsWith|indexOf|match)\(|\.test\(\s*(url|href|origin)\b/i,
    files: shell,
    bad: ["url.startsWith('app://ui')", 'frame.url.indexOf(x)', '/^https/.test(url)'],
    good: ['isAppUrl(url)', "name.startsWith('x')"],
  },
  {
    id: 'E123',
    rule: 'no patterns from data in the shell',
    pattern: /new RegExp\(\s*(?!['"`/])/,
    files: shell,
    bad: ['new RegExp(filter)'],
    good: ["new RegExp('x')"],
  },
  {
    id: 'E124',
    rule: 'no SQL in the shell',
    pattern: /\b(SELECT .+ FROM|INSERT INTO|DELETE FROM|PRAGMA )/,
    files: shell,
    bad: ["db.prepare('SELECT a FROM b')"],
    good: ['select a row from the list'],
  },
  {
    id: 'E125',
    rule: 'headers are read by name in header-values.ts',
    pattern:
      /\(\[(\w+)(?:, \w+)?\](?:, \w+)?\) => \(?\1\.toLowerCase\(\) ===|\b(?:h|responseH|rawH)eaders(?:\?\.)?\[['"`](?!:status)|\bof (?:\w+\.)*(?:h|responseH)eaders\) if/,
    files: 'electron/{cli,core,engine,export,fetcher,main,storage}/**/*.ts',
    except: [
      // Looks for a text within the header too.
      'electron/core/challenge/detect.ts',
      // Keeps the places of all headers of a name, in an index of the names.
      'electron/core/audit/page-view.ts',
      // Joins what several Content-Type headers say, as the Fetch standard does.
      'electron/core/headers/content-type.ts',
      // Columns of a table, not headers.
      'electron/engine/audit/own-checks.ts',
    ],
    bad: [
      "headers.find(([name]) => name.toLowerCase() === 'location')",
      "headers.flatMap(([key, value]) => (key.toLowerCase() === 'vary' ? [value] : []))",
      "response.headers['content-type']",
      "headers?.['content-type']",
      "for (const [name, value] of response.headers) if (name === 'a') x(value);",
    ],
    good: [
      "headerValue(headers, 'location')",
      "own['headers']",
      'headers.filter(([name]) => !withheld.has(name.toLowerCase()))',
      'headers[index]',
    ],
  },
  {
    id: 'E127',
    rule: 'files are created, moved and replaced in the modules that do it under a random name',
    pattern:
      /\b(writeFile|appendFile|rename|copyFile|cp|symlink|link|truncate)Sync\b|\b(writeFile|appendFile|createWriteStream|rename|copyFile)\(|\bopenSync\([^)]*'(w|a|r\+|wx|ax)/,
    files: 'electron/{cli,core,engine,export,fetcher,main,preload,storage}/**/*.ts',
    except: [
      // Under a random name with wx, then renamed.
      'electron/storage/file/half-file.ts',
      'electron/export/whole-file.ts',
      'electron/main/write-whole.ts',
      'electron/engine/sitemaps/make/sitemap-files.ts',
      // A new crawl, with wx; the copy of a conversion or a repair, which half-file.ts has named; the second name of an original, if it is free.
      'electron/storage/file/database.ts',
      'electron/storage/file/migrate-file.ts',
      'electron/storage/file/kept-original.ts',
      'electron/storage/file/damaged-file.ts',
      // In the data folder of the app, or in a temporary folder made for it.
      'electron/engine/session/own-records.ts',
      'electron/main/log.ts',
      'electron/cli/print-pdf.ts',
    ],
    bad: [
      'writeFileSync(path, text)',
      'await writeFile(path, text)',
      "openSync(path, 'w')",
      'createWriteStream(path)',
      'renameSync(a, b)',
      'await rename(half, file)',
      'copyFileSync(a, b)',
      "import { renameSync } from 'node:fs'",
      'linkSync(a, b)',
    ],
    good: ["openSync(path, 'r')", 'writeWhole(path, text)', 'evidenceLabels.link()', 'return this.#link(evidence)', 'renamed(x)'],
  },
  {
    id: 'L01',
    rule: 'no call has a list as its arguments: a stranger may make it too long for the stack (shared/lists.ts)',
    pattern: new RegExp(
      `${takesMany}${someArguments}\\.\\.\\.|\\.apply\\((?:[^()]|\\([^()]*\\))+?,|\\bReflect\\.(?:apply|construct)\\(`,
    ),
    isLong: true,
    files: '{electron/{browser,cli,core,engine,export,fetcher,storage},shared}/**/*.ts',
    except: [
      // A page's own call goes on with its own arguments.
      'electron/browser/in-page.ts',
      // The characters of one entry of our own table.
      'electron/core/html/named-references.ts',
      // One element that was just taken out, of at most eight.
      'electron/core/robots/batch.ts',
      // In parts of a fixed length.
      'electron/core/text/text-units.ts',
      'electron/core/url/percent.ts',
      // Longer texts go another way, one line above.
      'electron/core/audit/url-texts.ts',
      // The letters of one label of a host, which is not decoded if it is long.
      'shared/readable-url.ts',
    ],
    bad: [
      'found.push(...links)',
      'all.unshift(...rows)',
      'Math.max(...sizes)',
      'Math.min(delayMs, ...limits.map(x))',
      'String.fromCharCode(...units)',
      'String.fromCharCode.apply(null, bytes)',
      'rows.splice(0, 1, ...more)',
      "out.push('', ...lines(file))",
      'out.push(\n  first(a, b),\n  ...more,\n)',
      'Math.hypot(size(a), ...sizes)',
      'all = all.concat(...parts)',
      'Object.assign(found, ...facts)',
      'Array.prototype.push.apply(found, links)',
      'Reflect.apply(found.push, found, links)',
    ],
    good: [
      'append(found, links)',
      'largest(sizes)',
      'Math.max(a, b)',
      'found.push(link)',
      'found.push([...links])',
      'found.push({ ...link, at })',
      'const all = [...links, ...more];',
      'rule.apply(url)',
    ],
  },
  {
    id: 'L02',
    rule: 'the sentence of a check names the first of a list: a stranger may make it long (shared/lists.ts)',
    pattern: /(?<!\.slice\(0, \w+\)\s*(?:\.map\((?:[^()]|\([^()]*\))*\))?\s*)\.join\('(?:, (?:no )?| and | or |; )'\)/,
    isLong: true,
    files: 'electron/core/{audit,lint,signals,structured,traps,whynot}/**/*.ts',
    except: [
      // Names of our own lists: headers, properties, crawlers, dialects, kinds of pages.
      'electron/core/audit/checks/sec-headers.ts',
      'electron/core/audit/checks/social.ts',
      'electron/core/lint/checks/agents.ts',
      'electron/core/lint/checks/closed-sites.ts',
      'electron/core/lint/checks/crawl.ts',
      'electron/core/lint/checks/folders.ts',
      'electron/core/lint/checks/keywords.ts',
      'electron/core/structured/check-google.ts',
    ],
    bad: ["names.join(', ')", "[...codes].join(' and ')", "group.agents\n  .map(agent => agent.value)\n  .join(', ')"],
    good: [
      'firstOf(names)',
      "names.slice(0, 5).join(', ')",
      "rules\n  .slice(0, 5)\n  .map(rule => rule.number)\n  .join(', ')",
      "lines.join('\\n')",
    ],
  },
  {
    id: 'E21',
    rule: 'the scheme has no further privileges',
    pattern: /corsEnabled|bypassCSP|allowServiceWorkers|allowExtensions|codeCache/,
    files: shell,
    bad: ['privileges: { corsEnabled: true }'],
    good: ['privileges: { standard: true }'],
  },
  {
    id: 'E44',
    rule: 'certificates are not waved through',
    pattern: /setCertificateVerifyProc|answer\(true\)|allowInsecure\w*: true/,
    files: shell,
    bad: ['session.setCertificateVerifyProc(x)', 'answer(true)'],
    good: ['answer(false)'],
  },
  {
    id: 'E102',
    rule: 'no crash reports are sent',
    pattern: /crashReporter|submitURL/,
    files: shell,
    bad: ["crashReporter.start({ submitURL: 'x' })"],
    good: ['render-process-gone'],
  },
  {
    id: 'E13',
    rule: 'no weak window preferences',
    pattern:
      /(nodeIntegration\w*|webviewTag|allowRunningInsecureContent|experimentalFeatures|plugins|navigateOnDragDrop): true|(contextIsolation|sandbox|webSecurity|safeDialogs): false|enableBlinkFeatures/,
    files: shell,
    bad: ['nodeIntegration: true', 'sandbox: false', 'nodeIntegrationInWorker: true'],
    good: ['sandbox: true', 'nodeIntegration: false'],
  },
  {
    id: 'R01',
    rule: 'test hooks are read behind the build constant',
    pattern: /^(?!.*__TEST_HOOKS__).*process\.env\[/,
    files: shell,
    bad: ["const x = process.env['CRAWLSCOPE_X'];"],
    good: ["const x = __TEST_HOOKS__ ? process.env['X'] : undefined;"],
  },
];
/** Reads its variable on a separate line inside a block that the constant guards. */
const sources = (files: string, except: readonly string[]): readonly string[] =>
  globSync(files)
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !except.includes(path) && !path.endsWith('.d.ts'));
const withoutComments = (text: string): string => text.replace(/^[^\S\n]*(\/\/|\/?\*).*$/gm, '');

/** Where a pattern fires: number and text of each line. */
function places(text: string, { pattern, isLong }: Gate): readonly string[] {
  const lines = text.split('\n');
  const found = isLong
    ? [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => text.slice(0, index).split('\n').length - 1)
    : lines.flatMap((line, index) => (pattern.test(line) ? [index] : []));
  return found.map(index => `${index + 1}: ${lines[index]?.trim()}`);
}

describe.each(gates)('$id: $rule', gate => {
  const { pattern, files, except = [], bad, good } = gate;
  test('fires on bad lines and only on them', () => {
    for (const line of bad) expect([line, pattern.test(line)]).toEqual([line, true]);
    for (const line of good) expect([line, pattern.test(line)]).toEqual([line, false]);
  });
  test('the sources keep it', () => {
    const found = sources(files, except).flatMap(path =>
      places(withoutComments(readFileSync(path, 'utf8')), gate).map(place => `${path}:${place}`),
    );
    expect(found).toEqual([]);
  });
});

test('E12: the preload imports electron and nothing else', () => {
  const imports = [...readFileSync('electron/preload/index.ts', 'utf8').matchAll(/from '([^']+)'/g)].map(match => match[1]);
  expect(imports).toEqual(['electron']);
});

test('E13: the window’s preferences are written out', () => {
  const text = readFileSync('electron/main/window.ts', 'utf8');
  const off = [
    'nodeIntegration',
    'nodeIntegrationInWorker',
    'nodeIntegrationInSubFrames',
    'allowRunningInsecureContent',
    'experimentalFeatures',
    'plugins',
    'webviewTag',
    'navigateOnDragDrop',
    'spellcheck',
    'enableWebSQL',
  ];
  for (const name of off) expect(text).toContain(`${name}: false,`);
  for (const name of ['sandbox', 'contextIsolation', 'webSecurity', 'safeDialogs', 'webgl'])
    expect(text).toContain(`${name}: true,`);
  expect(text).toContain('devTools: !app.isPackaged,');
  // Only the crawl graph needs it: a window that prints does not.
  expect(readFileSync('electron/main/print-window.ts', 'utf8')).toContain('webgl: false,');
});

test('the gates see the sources they are about', () => {
  expect(sources(shell, []).length).toBeGreaterThan(20);
  for (const { except = [] } of gates)
    for (const path of except) expect([...sources(shell, []), ...sources(app, [])]).toContain(path);
});
