import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '#main/engine-supervisor.ts';
import { createGrants } from '#main/grants.ts';
import { openKeyStore } from '#main/key-store.ts';
import { trackOpenFile } from '#main/open-file.ts';
import { openOwnProfiles } from '#main/own-profiles.ts';
import { openRecentFiles } from '#main/recent-files.ts';
import { createShell } from '#main/shell-handlers.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { CredentialUse } from '#shared/model/credentials.ts';
import type { FileInfo } from '#shared/model/shell.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { plainSealer } from '../support/plain-sealer.ts';
import { tempFolder } from '../support/temp.ts';

const settings = { ...defaultSettings, seeds: ['https://example.com/'], include: [], exclude: [] };
let folder = '';
beforeEach(() => {
  folder = tempFolder();
});

function setUp() {
  const asked: { name: string; input: unknown }[] = [];
  const announced: (FileInfo | null)[] = [];
  const answers: {
    path: string | null;
    error: RpcError | null;
    crawling: boolean;
    stop: boolean;
    missing: readonly CredentialUse[];
  } = {
    missing: [],
    path: null,
    error: null,
    crawling: false,
    stop: true,
  };
  const stops: string[] = [];
  const looks: string[] = [];
  let refused = '';
  const revealed: string[] = [];
  let release: () => void = () => undefined;
  const held: { gate: Promise<void> } = { gate: Promise.resolve() };
  const engine = {
    ready: async () => undefined,
    async control(name: string, input: { path?: string }) {
      asked.push({ name, input });
      await held.gate;
      if (answers.error) throw answers.error;
      if (name === 'session.missingCredentials') return answers.missing;
      if (name !== 'session.open' && input.path) writeFileSync(input.path, '');
      return {};
    },
  } as unknown as Engine;
  const home = folder;
  const keyStore = openKeyStore(join(folder, 'credentials.json'), plainSealer);
  const shell = createShell({
    engine: () => engine,
    dialogs: {
      openCrawl: async () => answers.path,
      openDamaged: async () => answers.path,
      saveCrawl: async () => answers.path,
      saveReport: async () => answers.path,
      saveText: async () => answers.path,
      openRobots: async () => answers.path,
      openSettings: async () => answers.path,
      openJson: async () => answers.path,
      openOther: async () => answers.path,
      openRules: async () => answers.path,
      openMapping: async () => answers.path,
      openCrawls: async () => (answers.path === null ? [] : [answers.path, `${answers.path}2`]),
      openCrawlFolder: async () => answers.path,
      openLogo: async () => answers.path,
      saveData: async () => answers.path,
      showInFolder: path => void revealed.push(path),
      openExternal: async () => undefined,
      engineDown: async () => false,
      stopCrawl: async (file, to) => {
        stops.push(`${file} ${to}`);
        return answers.stop;
      },
    },
    recent: openRecentFiles(join(folder, 'recent.json'), { home, now: () => 1, report: () => undefined }),
    profiles: openOwnProfiles(join(folder, 'profiles.json')),
    keyStore,
    grants: createGrants(),
    file: trackOpenFile(home, info => announced.push(info)),
    info: () => ({
      version: '',
      electron: '',
      chromium: '',
      engine: '',
      runtimeNote: '',
      isSandboxed: true,
      weakSwitches: [],
      isRoot: false,
      platform: '',
    }),
    look: async path => {
      looks.push(path);
      if (path === refused) throw new RpcError('refused', 'It is damaged.');
      return false;
    },
    crawlsFolder: join(folder, 'Crawlscope'),
    home,
    today: () => new Date(2026, 10, 21),
    isCrawling: () => answers.crawling,
    print: async () => new Uint8Array(),
    startSql: () => ({ send: () => undefined, kill: () => undefined }),
    startRepair: () => ({ send: () => undefined, kill: () => undefined }),
    startConversion: () => ({ send: () => undefined, kill: () => undefined }),
    tellConversion: () => undefined,
    now: () => 0,
    log: () => undefined,
  });
  const hold = () => {
    held.gate = new Promise(done => (release = done));
    return () => release();
  };
  return {
    ...shell,
    keyStore,
    asked,
    announced,
    answers,
    hold,
    stops,
    looks,
    revealed,
    refuseLook: (path: string) => (refused = path),
  };
}

describe('a crawl that runs', () => {
  test('is not stopped by opening, starting or closing a file unless the user agrees', async () => {
    const { handlers, asked, answers, stops, open } = setUp();
    await handlers['crawl.start']({ settings, destination: null });
    const other = join(folder, 'other.crawl');
    writeFileSync(other, '');
    asked.length = 0;
    Object.assign(answers, { crawling: true, stop: false, path: other });
    expect(await handlers['file.open']({})).toEqual({ cancelled: true });
    expect(await open(other)).toEqual({ cancelled: true });
    expect(await handlers['crawl.demo']({})).toEqual({ cancelled: true });
    expect(await handlers['crawl.start']({ settings, destination: null })).toEqual({ cancelled: true });
    await handlers['file.close']({});
    expect(await handlers['file.current']({})).not.toBeNull();
    expect(asked).toEqual([]);
    expect(stops).toEqual([...Array(4).fill('example.com 2026-11-21 open'), 'example.com 2026-11-21 close']);
    answers.stop = true;
    await handlers['file.open']({});
    expect(asked.map(({ name }) => name)).toEqual(['session.open', 'session.missingCredentials']);
    answers.crawling = false;
    await handlers['file.close']({});
    expect(stops).toHaveLength(6);
  });
});

describe('files of the shell', () => {
  test('a crawl without a destination goes to the default folder, which is made then', async () => {
    const { handlers, asked } = setUp();
    expect(existsSync(join(folder, 'Crawlscope'))).toBe(false);
    expect(await handlers['crawl.start']({ settings, destination: null })).toEqual({
      file: { name: 'example.com 2026-11-21', folder: '~/Crawlscope' },
    });
    await handlers['crawl.start']({ settings, destination: null });
    expect(readdirSync(join(folder, 'Crawlscope')).sort()).toEqual([
      'example.com 2026-11-21 2.crawl',
      'example.com 2026-11-21.crawl',
    ]);
    expect(asked.map(({ name }) => name)).toEqual(['session.create', 'session.create']);
  });

  test('crawls of the trend and files of settings are looked at before the engine opens them', async () => {
    const { handlers, open, asked, answers, looks } = setUp();
    await open(join(folder, 'june.crawl'));
    for (const [call, paths] of [
      ['trend.choose', ['may.crawl', 'may.crawl2']],
      ['settings.open', ['may.crawl']],
    ] as const) {
      answers.path = join(folder, 'may.crawl');
      [looks.length, asked.length] = [0, 0];
      await (call === 'trend.choose' ? handlers[call]({ from: 'files' }) : handlers[call]({}));
      expect(looks).toEqual(paths.map(name => join(folder, name)));
      expect(asked).toHaveLength(1);
    }
  });

  test('a folder for the trend: its crawls besides the open one, and the names of those that cannot be read', async () => {
    const { handlers, open, asked, answers, refuseLook } = setUp();
    const crawls = join(folder, 'crawls');
    mkdirSync(join(crawls, 'old.crawl'), { recursive: true });
    for (const name of ['april.crawl', 'june.crawl', 'may.CRAWL', 'broken.crawl', 'notes.txt'])
      writeFileSync(join(crawls, name), '');
    await open(join(crawls, 'june.crawl'));
    asked.length = 0;
    answers.path = null;
    expect(await handlers['trend.choose']({ from: 'folder' })).toBe(false);
    answers.path = join(folder, 'missing');
    await expect(handlers['trend.choose']({ from: 'folder' })).rejects.toThrow('could not be read');
    answers.path = join(crawls, 'old.crawl');
    await expect(handlers['trend.choose']({ from: 'folder' })).rejects.toThrow('no other crawl file');
    expect(asked).toEqual([]);
    answers.path = crawls;
    refuseLook(join(crawls, 'broken.crawl'));
    expect(await handlers['trend.choose']({ from: 'folder' })).toBe(true);
    const paths = ['april.crawl', 'may.CRAWL'].map(name => join(crawls, name));
    expect(asked).toEqual([{ name: 'session.trend', input: { paths, isFolder: true, unreadable: ['broken'] } }]);
    for (let n = 0; n < 100; n++) writeFileSync(join(crawls, `${n}.crawl`), '');
    await expect(handlers['trend.choose']({ from: 'folder' })).rejects.toThrow('Choose the files instead');
  });

  test('a file that the first look refuses reaches neither the trend nor the settings', async () => {
    const { handlers, open, asked, answers, refuseLook } = setUp();
    await open(join(folder, 'june.crawl'));
    answers.path = join(folder, 'may.crawl');
    asked.length = 0;
    // The second of the chosen crawls.
    refuseLook(`${answers.path}2`);
    await expect(handlers['trend.choose']({ from: 'files' })).rejects.toThrow('damaged');
    refuseLook(answers.path);
    await expect(handlers['settings.open']({})).rejects.toThrow('damaged');
    expect(asked).toEqual([]);
  });

  test('another crawl to compare with is asked of the engine by its path, and told to the window by its name', async () => {
    const { handlers, open, asked, answers } = setUp();
    await expect(handlers['comparison.choose']({})).rejects.toMatchObject({ code: 'no_file' });
    await open(join(folder, 'june.crawl'));
    answers.path = null;
    expect(await handlers['comparison.choose']({})).toEqual({ cancelled: true });
    answers.path = join(folder, 'may.crawl');
    expect(await handlers['comparison.choose']({})).toEqual({ file: { name: 'may', folder: '~' } });
    expect(asked.at(-1)).toEqual({ name: 'session.compare', input: { path: answers.path } });
    await expect(handlers['comparison.recent']({ id: 'unknown' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await handlers['file.current']({})).toEqual({ name: 'june', folder: '~' });
  });

  test('a comparison is saved with the ending of its format, never over a file the dialog did not ask about', async () => {
    const { handlers, open, asked, answers } = setUp();
    await open(join(folder, 'june.crawl'));
    answers.path = join(folder, 'result');
    expect(await handlers['comparison.save']({ run: 3, format: 'csv' })).toEqual({ file: { name: 'result.csv', folder: '~' } });
    const input = { run: 3, path: join(folder, 'result.csv'), format: 'csv' };
    expect(asked.at(-1)).toEqual({ name: 'session.saveComparison', input });
    await expect(handlers['comparison.save']({ run: 3, format: 'csv' })).rejects.toMatchObject({
      message: '“result.csv” already exists there. Choose another name.',
    });
  });

  test('a list is exported where the user chooses, with the extension of its format, and shown by its grant', async () => {
    const { handlers, open, asked, answers, revealed } = setUp();
    await open(join(folder, 'june.crawl'));
    answers.path = join(folder, 'urls');
    const wish = {
      list: { kind: 'preset', id: 'images' },
      format: 'xlsx',
      separator: ',',
      bom: false,
      columns: null,
    } as const;
    const started = await handlers['export.save'](wish);
    expect(started).toMatchObject({ file: { name: 'urls.xlsx', folder: '~' } });
    expect(asked.at(-1)).toEqual({ name: 'session.export', input: { path: join(folder, 'urls.xlsx'), wish } });
    const { grant } = started as { grant: string };
    await handlers['export.show']({ grant });
    expect(revealed).toEqual([join(folder, 'urls.xlsx')]);
    await expect(handlers['export.save'](wish)).rejects.toMatchObject({
      message: '“urls.xlsx” already exists there. Choose another name.',
    });
    rmSync(join(folder, 'urls.xlsx'));
    await expect(handlers['export.show']({ grant })).rejects.toMatchObject({ code: 'not_found' });
    await expect(handlers['export.show']({ grant: 'guessed' })).rejects.toMatchObject({ code: 'not_found' });
    answers.path = null;
    expect(await handlers['export.save'](wish)).toEqual({ cancelled: true });
  });

  test('an unpacked copy is written where the user chooses, and shown by its grant', async () => {
    const { handlers, open, asked, answers } = setUp();
    await expect(handlers['export.unpack']({})).rejects.toMatchObject({ code: 'no_file' });
    await open(join(folder, 'june.crawl'));
    answers.path = join(folder, 'june');
    expect(await handlers['export.unpack']({})).toMatchObject({ file: { name: 'june.db', folder: '~' } });
    expect(asked.at(-1)).toEqual({ name: 'session.unpack', input: { path: join(folder, 'june.db') } });
    answers.path = null;
    expect(await handlers['export.unpack']({})).toEqual({ cancelled: true });
  });

  test('the link graph is written where the user chooses; a file that the dialog did not ask about is not replaced', async () => {
    const { handlers, open, asked, answers } = setUp();
    await expect(handlers['export.graphml']({})).rejects.toMatchObject({ code: 'no_file' });
    await open(join(folder, 'june.crawl'));
    answers.path = join(folder, 'june links');
    expect(await handlers['export.graphml']({})).toMatchObject({ file: { name: 'june links.graphml', folder: '~' } });
    expect(asked.at(-1)).toEqual({ name: 'session.exportGraphml', input: { path: join(folder, 'june links.graphml') } });
    writeFileSync(join(folder, 'june links.graphml'), 'mine');
    await expect(handlers['export.graphml']({})).rejects.toThrow('already exists there');
    answers.path = null;
    expect(await handlers['export.graphml']({})).toEqual({ cancelled: true });
  });

  test('a copy is written under a new name while the open file stays; save as does that while it is crawled', async () => {
    const { handlers, open, asked, answers } = setUp();
    await expect(handlers['export.snapshot']({})).rejects.toMatchObject({ code: 'no_file' });
    await open(join(folder, 'june.crawl'));
    answers.path = join(folder, 'july');
    expect(await handlers['export.snapshot']({})).toMatchObject({ file: { name: 'july.crawl', folder: '~' } });
    expect(asked.at(-1)).toEqual({ name: 'session.snapshot', input: { path: join(folder, 'july.crawl') } });
    await expect(handlers['export.snapshot']({})).rejects.toThrow('never overwrites a crawl');
    Object.assign(answers, { crawling: true, path: join(folder, 'august') });
    expect(await handlers['file.saveAs']({})).toMatchObject({ file: { name: 'august.crawl' }, grant: expect.any(String) });
    expect(asked.at(-1)?.name).toBe('session.snapshot');
    expect(await handlers['file.current']({})).toMatchObject({ name: 'june' });
    Object.assign(answers, { crawling: false, path: join(folder, 'september') });
    expect(await handlers['file.saveAs']({})).toEqual({ file: { name: 'september', folder: '~' } });
    expect(asked.at(-1)?.name).toBe('session.saveAs');
  });

  test('a grant names the chosen path once; the window never sees the path', async () => {
    const { handlers, answers, asked } = setUp();
    answers.path = join(folder, 'mine');
    const chosen = await handlers['file.chooseNew']({ suggestedName: '../x' });
    expect(chosen).toMatchObject({ name: 'mine', folder: '~' });
    const destination = chosen?.grant ?? '';
    await handlers['crawl.start']({ settings, destination });
    expect(asked[0]?.input).toMatchObject({ path: join(folder, 'mine.crawl') });
    await expect(handlers['crawl.start']({ settings, destination })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('own profiles are kept in profiles.json, replaced by id, and removed; a damaged file is said and never overwritten', async () => {
    const { handlers, asked } = setUp();
    const profile = {
      id: 'mine',
      name: 'Mine',
      productToken: 'MyBot',
      fallsBackTo: [],
      userAgent: '',
      dialect: 'rfc9309',
      directives: 'unknown',
      directiveAgents: [],
      namedByHeader: false,
      ignoresStar: false,
      listsNothing: false,
      ignoresFrames: false,
      followsRedirectsUnseen: false,
      source: 'a test',
      asOf: '2026-11-21',
    };
    const file = join(folder, 'profiles.json');
    const kept = () => (JSON.parse(readFileSync(file, 'utf8')) as { profiles: { id: string; name: string }[] }).profiles;
    expect(await handlers['profiles.save']({ profile, replaces: null })).toEqual({});
    expect(asked.at(-1)).toEqual({ name: 'profiles.check', input: { profile, others: [] } });
    await handlers['profiles.save']({ profile: { ...profile, id: 'other' }, replaces: null });
    await handlers['profiles.save']({ profile: { ...profile, id: 'renamed' }, replaces: 'mine' });
    expect(kept().map(({ id }) => id)).toEqual(['renamed', 'other']);
    await handlers['profiles.remove']({ id: 'renamed' });
    expect(kept().map(({ id }) => id)).toEqual(['other']);
    writeFileSync(file, '{');
    expect((await handlers['profiles.list']({})).problem).toContain('not JSON');
    await expect(handlers['profiles.save']({ profile, replaces: null })).rejects.toMatchObject({ code: 'refused' });
    expect(readFileSync(file, 'utf8')).toBe('{');
  });

  test('a failed start keeps the grant and the open file', async () => {
    const { handlers, answers, announced } = setUp();
    answers.path = join(folder, 'mine');
    const destination = (await handlers['file.chooseNew']({ suggestedName: 'x' }))?.grant ?? '';
    answers.error = new RpcError('bad_request', 'No.');
    await expect(handlers['crawl.start']({ settings, destination })).rejects.toMatchObject({ code: 'bad_request' });
    expect(announced).toEqual([]);
    answers.error = null;
    await handlers['crawl.start']({ settings, destination });
    expect(announced).toEqual([{ name: 'mine', folder: '~' }]);
  });

  test('nothing that exists is overwritten, not even when the dialog agreed', async () => {
    const { handlers, answers, asked } = setUp();
    writeFileSync(join(folder, 'old.crawl'), 'old');
    answers.path = join(folder, 'old');
    await expect(handlers['file.chooseNew']({ suggestedName: 'x' })).rejects.toMatchObject({ code: 'refused' });
    await handlers['crawl.demo']({});
    await expect(handlers['file.saveAs']({})).rejects.toMatchObject({ code: 'refused' });
    expect(asked.map(({ name }) => name)).toEqual(['session.demo']);
  });

  test('saving elsewhere needs a file and goes on with the copy', async () => {
    const { handlers, answers } = setUp();
    await expect(handlers['file.saveAs']({})).rejects.toMatchObject({ code: 'no_file' });
    await handlers['crawl.demo']({});
    expect(await handlers['file.saveAs']({})).toEqual({ cancelled: true });
    answers.path = join(folder, 'copy');
    expect(await handlers['file.saveAs']({})).toEqual({ file: { name: 'copy', folder: '~' } });
    expect(await handlers['file.current']({})).toEqual({ name: 'copy', folder: '~' });
    await handlers['file.close']({});
    expect(await handlers['file.current']({})).toBeNull();
  });

  test('cancelling changes nothing', async () => {
    const { handlers, asked, announced } = setUp();
    expect(await handlers['file.open']({})).toEqual({ cancelled: true });
    expect(await handlers['file.chooseNew']({ suggestedName: 'x' })).toBeNull();
    expect([asked, announced]).toEqual([[], []]);
  });

  test('a draft is written where the user says, in place of what was there; a cancelled dialog writes nothing', async () => {
    const { handlers, answers } = setUp();
    const path = join(folder, 'robots.txt');
    const ask = (text: string) => handlers['draft.export']({ suggestedName: 'robots.txt', text });
    expect(await ask('x')).toBeNull();
    writeFileSync(path, 'old');
    answers.path = path;
    expect(await ask('User-agent: *\n')).toMatchObject({ name: 'robots.txt' });
    expect(readFileSync(path, 'utf8')).toBe('User-agent: *\n');
    answers.path = join(folder, 'none', 'robots.txt');
    await expect(ask('x')).rejects.toMatchObject({ code: 'refused' });
  });

  test('a recent file that is gone says so', async () => {
    const { handlers, open } = setUp();
    const path = join(folder, 'gone.crawl');
    writeFileSync(path, '');
    await open(path);
    rmSync(path);
    const [recent] = await handlers['file.recent']({});
    expect(recent).toMatchObject({ name: 'gone', missing: true });
    await expect(handlers['file.openRecent']({ id: recent?.id ?? '' })).rejects.toMatchObject({ code: 'not_found' });
    await handlers['file.forgetRecent']({ id: recent?.id ?? '' });
    expect(await handlers['file.recent']({})).toEqual([]);
  });

  test('one file operation at a time', async () => {
    const { handlers, hold } = setUp();
    const release = hold();
    const first = handlers['crawl.demo']({});
    await expect(handlers['crawl.demo']({})).rejects.toMatchObject({ code: 'refused' });
    release();
    expect(await first).toMatchObject({ file: { name: 'Demo' } });
    expect(await handlers['crawl.demo']({})).toMatchObject({ file: { name: 'Demo 2' } });
  });
});

test('versions of robots.txt are imported from what the dialog gave; the window names an origin and a kind, never a path', async () => {
  const { handlers, answers, asked } = setUp();
  const wanted = { origin: 'https://example.com', from: 'folder' } as const;
  await expect(handlers['robots.import'](wanted)).rejects.toMatchObject({ code: 'no_file' });
  await handlers['crawl.start']({ settings, destination: null });
  expect(await handlers['robots.import'](wanted)).toBeNull();
  answers.path = join(folder, 'history');
  await handlers['robots.import'](wanted);
  expect(asked.at(-1)).toEqual({
    name: 'session.importRobots',
    input: { path: join(folder, 'history'), origin: 'https://example.com' },
  });
});

describe('credentials', () => {
  const use = { kind: 'bearer', origin: 'https://example.com' } as const;
  const secret = { ...use, value: 'canary-1' };

  test('go to the engine before the crawl starts, and to the key store only on request', async () => {
    const { handlers, asked, keyStore } = setUp();
    const wanted = { settings: { ...settings, credentials: [use] }, destination: null };
    await handlers['crawl.start']({ ...wanted, secrets: [secret], keepSecrets: false });
    expect(asked.at(-1)).toMatchObject({ name: 'session.create', input: { secrets: [secret] } });
    expect(await keyStore.list()).toEqual([]);
    await handlers['crawl.start']({ ...wanted, secrets: [secret], keepSecrets: true });
    expect(await handlers['credentials.state']({})).toEqual({ canKeep: true, kept: [use] });
    await handlers['crawl.start']({ ...wanted, secrets: [{ ...use, value: null }], keepSecrets: false });
    expect(asked.at(-1)).toMatchObject({ name: 'session.create', input: { secrets: [secret] } });
    await handlers['credentials.forget'](use);
    await expect(handlers['credentials.give']({ secrets: [{ ...use, value: null }], keep: false })).rejects.toThrow(
      'Bearer token for https://example.com is not in the key store any more. Enter it again.',
    );
  });

  test('that the key store has are given to a crawl that is opened', async () => {
    const { handlers, open, asked, answers, keyStore } = setUp();
    await keyStore.keep([secret]);
    const path = join(folder, 'old.crawl');
    writeFileSync(path, '');
    answers.missing = [use, { kind: 'basic', origin: 'https://example.com' }];
    await open(path);
    expect(asked.slice(-2)).toEqual([
      { name: 'session.missingCredentials', input: {} },
      { name: 'session.giveSecrets', input: { secrets: [secret] } },
    ]);
    expect(JSON.stringify(await handlers['credentials.state']({}))).not.toContain('canary');
  });
});
