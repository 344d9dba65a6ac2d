import { describe, expect, test } from 'vitest';
import {
  cliArguments,
  crawlPath,
  launchedCli,
  openRequest,
  printWorkerFolder,
  refusedSwitches,
  startsWorker,
  userArguments,
  weakSwitches,
} from '#main/arguments.ts';

const always = () => true;
const folder = '/work/here';

describe('E24: arguments of a start and of a second start are hostile', () => {
  test('an existing regular .crawl file opens, relative to the folder of the caller', () => {
    expect(openRequest(['a.crawl'], folder, always)).toEqual({ kind: 'open', path: '/work/here/a.crawl' });
    expect(openRequest(['/x/B.CRAWL'], folder, always)).toEqual({ kind: 'open', path: '/x/B.CRAWL' });
  });
  test('--demo asks for the demo', () => {
    expect(openRequest(['--demo'], folder, always)).toEqual({ kind: 'demo' });
  });
  test('what is not a regular file does not open', () => {
    expect(openRequest(['a.crawl'], folder, () => false)).toBeNull();
  });
  const hostile = [
    '',
    '.crawl',
    '/x/.crawl',
    'a.crawl/',
    'a.crawl\0',
    'a\0.crawl',
    'a.crawl ',
    'a.crawl.exe',
    'a.sqlite',
    '/etc/passwd',
    '../../etc/passwd',
    '--open=a.crawl',
    '-a.crawl',
    '--demo=1',
    '--user-data-dir=/tmp',
    '--renderer-cmd-prefix=/bin/sh',
    'file:///x/a.crawl',
    'http://example.com/a.crawl',
    'https://example.com/a.crawl',
    'crawlscope://open?path=/x/a.crawl',
    'crawlscope:open?project=a.crawl',
    'javascript:x.crawl',
    'app://ui/a.crawl',
    'data:,a.crawl',
    '\\\\server\\share\\a.crawl',
    '//server/share/a.crawl',
    '\\\\?\\C:\\a.crawl',
    '//./pipe/a.crawl',
    `${'a'.repeat(5_000)}.crawl`,
  ];
  test.each(hostile)('%j is ignored', argument => {
    expect(openRequest([argument], folder, always)).toBeNull();
  });
  test('flooding and a relative folder are ignored', () => {
    expect(
      openRequest(
        Array.from({ length: 65 }, () => 'a.crawl'),
        folder,
        always,
      ),
    ).toBeNull();
    expect(crawlPath('a.crawl', 'relative')).toBeNull();
  });
});

describe('E15: switches that take the walls down', () => {
  test.each([
    '--no-sandbox',
    '--disable-web-security',
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--ignore-certificate-errors',
    '--host-rules=MAP * evil',
    '--js-flags=--allow-natives-syntax',
    '--load-extension=/x',
    '--disable-site-isolation-trials',
    '--inspect=0',
    '-no-sandbox',
    '--No-Sandbox',
    '--renderer-cmd-prefix=sh',
    '--ssl-key-log-file=/x',
    '--disable-gpu-sandbox',
    '--allow-sandbox-debugging',
  ])('%s keeps a package from starting', argument => {
    expect(refusedSwitches(['crawlscope', 'a.crawl', argument], false)).toHaveLength(1);
  });
  test('About names each switch that weakens a start once; it tells of --no-sandbox in other words', () => {
    const argv = [
      'electron',
      '--no-sandbox',
      '--inspect=0',
      '--Disable-GPU-Sandbox',
      '--inspect=1',
      '--disable-gpu',
      '.',
      'a.crawl',
    ];
    expect(weakSwitches(argv)).toEqual(['--inspect', '--disable-gpu-sandbox']);
  });
  test('harmless arguments start', () => {
    expect(refusedSwitches(['crawlscope', '--demo', 'a.crawl', '--force-device-scale-factor=2'], false)).toEqual([]);
  });
  test('a test build lets the driver in and nothing else', () => {
    const argv = ['crawlscope', '--inspect=0', '--remote-debugging-port=0', '--no-sandbox', '--disable-web-security'];
    expect(refusedSwitches(argv, true)).toEqual(['disable-web-security']);
  });
  test('a start that prints our own document may lack the sandbox, and nothing else', () => {
    const argv = ['crawlscope', '--print-report', '--no-sandbox', '--proxy-server=x', '/tmp/f'];
    expect(printWorkerFolder(argv)).toBe('/tmp/f');
    expect(refusedSwitches(argv, false, true)).toEqual(['proxy-server']);
    expect(printWorkerFolder(['crawlscope', '--print-report'])).toBeNull();
    expect(printWorkerFolder(['crawlscope', '/tmp/f'])).toBeNull();
  });
  test('a start that renders may lack the sandbox, as root asks for with --unsandboxed, and nothing else', () => {
    const argv = ['crawlscope', '--no-sandbox', '--render-worker=/tmp/f', '--remote-debugging-port=1'];
    expect(startsWorker(argv)).toBe(true);
    expect(refusedSwitches(argv, false, startsWorker(argv))).toEqual(['remote-debugging-port']);
    for (const none of [[], ['--render-worker='], ['--render-worker'], ['--demo']])
      expect(startsWorker(['crawlscope', '--no-sandbox', ...none])).toBe(false);
  });
});

describe('window or command line', () => {
  test.each([
    [['crawlscope', 'robots', 'lint', 'x'], true, ['robots', 'lint', 'x']],
    [['crawlscope', '--version'], true, ['--version']],
    [['crawlscope', '--no-sandbox', 'info', 'x.crawl'], true, ['info', 'x.crawl']],
    [['electron', '--inspect=0', '--no-sandbox', '.', 'status', 'x.crawl'], false, ['status', 'x.crawl']],
    [['crawlscope'], true, null],
    [['crawlscope', 'x.crawl'], true, null],
    [['crawlscope', '--demo'], true, null],
    [['crawlscope', 'x.crawl', 'robots'], true, null],
    [['electron', '.'], false, null],
    [['electron', 'robots'], false, null],
  ] as const)('%j packaged %j gives %j', (argv, packaged, expected) => {
    expect(cliArguments(userArguments(argv, packaged))).toEqual(expected);
  });
});

describe('the launcher of a package', () => {
  test('passes the command line on behind a mark and --, untouched', () => {
    const argv = ['/opt/crawlscope', '--ozone-platform=headless', '--crawlscope-cli', '--', 'crawl', '--user-agent', 'x', '--'];
    expect(launchedCli(argv)).toEqual(['crawl', '--user-agent', 'x', '--']);
  });
  test('does nothing without the mark or without --', () => {
    expect(launchedCli(['/opt/crawlscope', 'crawl'])).toBeNull();
    expect(launchedCli(['/opt/crawlscope', '--crawlscope-cli', 'crawl'])).toBeNull();
  });
});
