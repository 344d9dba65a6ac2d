import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Dialogs } from '#main/dialogs.ts';
import type { Engine } from '#main/engine-supervisor.ts';
import { createGrants } from '#main/grants.ts';
import { trackOpenFile } from '#main/open-file.ts';
import { siteReportHandlers } from '#main/site-reports.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Input } from '#shared/rpc/types.ts';
import { tempFolder } from '../support/temp.ts';

const wish: Input<'report.site'> = {
  format: 'html',
  sections: ['summary'],
  title: '',
  author: '',
  notes: '',
  segment: null,
  logo: null,
  baseline: null,
};

function setUp() {
  const folder = tempFolder();
  const asked: { readonly name: string; readonly input: unknown }[] = [];
  const answers = {
    path: join(folder, 'out.html') as string | null,
    html: '<html>' as string | null | Error,
    gate: Promise.resolve(),
    print: async (_html: string, _signal: AbortSignal): Promise<Uint8Array> => Buffer.from('%PDF'),
  };
  const engine = {
    async control(name: string, input: unknown) {
      asked.push({ name, input });
      if (name === 'session.readLogo') return { type: 'image/png', base64: 'AA==' };
      if (name === 'session.siteReportProgress') return { step: 'Counting', share: 0.5 };
      if (name === 'session.cancelSiteReport') {
        answers.html = null;
        return undefined;
      }
      await answers.gate;
      if (answers.html instanceof Error) throw answers.html;
      return answers.html;
    },
  } as unknown as Engine;
  const file = trackOpenFile(folder, () => undefined);
  file.set(join(folder, 'site.crawl'));
  const handlers = siteReportHandlers({
    engine: () => engine,
    dialogs: {
      saveData: async () => answers.path,
      openLogo: async () => answers.path,
      openOther: async () => answers.path,
    } as unknown as Dialogs,
    grants: createGrants(),
    file,
    look: async () => undefined,
    shown: path => ({ name: path.slice(folder.length + 1).replace('.crawl', ''), folder: '~' }),
    print: (html, signal) => answers.print(html, signal),
    log: () => undefined,
    alone: work => work(),
  });
  const ended = async () => {
    for (;;) {
      const progress = await handlers['report.siteProgress']({});
      if (progress.state !== 'running' && progress.state !== 'printing') return progress;
      await new Promise(done => setTimeout(done, 1));
    }
  };
  return { folder, handlers, asked, answers, ended, file };
}

test('the engine makes the document and the shell writes it where the user chose; the window learns no path', async () => {
  const { handlers, folder, answers, ended, asked } = setUp();
  expect(await handlers['report.siteProgress']({})).toMatchObject({ state: 'none' });
  const logo = await handlers['report.chooseLogo']({});
  const baseline = await handlers['report.chooseBaseline']({});
  const started = await handlers['report.site']({ ...wish, logo: logo?.grant ?? '', baseline: baseline?.grant ?? '' });
  expect(started).toMatchObject({ file: { name: 'out.html', folder: '~' } });
  expect(JSON.stringify([started, logo, baseline])).not.toContain(folder);
  expect(await ended()).toMatchObject({ state: 'done', share: 1 });
  expect(readFileSync(join(folder, 'out.html'), 'utf8')).toBe('<html>');
  expect(asked.find(({ name }) => name === 'session.siteReport')?.input).toEqual({
    wish: {
      sections: ['summary'],
      title: '',
      author: '',
      notes: '',
      segment: null,
      baseline: answers.path,
      logo: { type: 'image/png', base64: 'AA==' },
      pages: 'browser',
    },
  });
});

test('PDF is printed from a document without its own running header', async () => {
  const { handlers, folder, answers, ended, asked } = setUp();
  answers.path = join(folder, 'report');
  await handlers['report.site']({ ...wish, format: 'pdf' });
  expect(await ended()).toMatchObject({ state: 'done' });
  expect(readFileSync(join(folder, 'report.pdf'), 'utf8')).toBe('%PDF');
  expect(asked.at(-1)?.input ?? asked[0]?.input).toBeDefined();
  expect(asked.find(({ name }) => name === 'session.siteReport')?.input).toMatchObject({ wish: { pages: 'printer' } });
});

test('one at a time; cancelled while it is made or printed, nothing is written', async () => {
  const { handlers, folder, answers, ended } = setUp();
  let release = (): void => undefined;
  answers.gate = new Promise(done => {
    release = done;
  });
  await handlers['report.site'](wish);
  expect(await handlers['report.siteProgress']({})).toMatchObject({ state: 'running', step: 'Counting', share: 0.45 });
  await expect(handlers['report.site'](wish)).rejects.toThrow('Another report is being made');
  await handlers['report.cancelSite']({});
  release();
  expect(await ended()).toMatchObject({ state: 'cancelled' });
  expect(existsSync(join(folder, 'out.html'))).toBe(false);

  answers.html = '<html>';
  answers.gate = Promise.resolve();
  answers.path = join(folder, 'out.pdf');
  answers.print = (_html, signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('the window was closed'))));
  await handlers['report.site']({ ...wish, format: 'pdf' });
  while ((await handlers['report.siteProgress']({})).state !== 'printing') await new Promise(done => setTimeout(done, 1));
  await handlers['report.cancelSite']({});
  expect(await ended()).toMatchObject({ state: 'cancelled', problem: '' });
  expect(existsSync(join(folder, 'out.pdf'))).toBe(false);
});

test('what goes wrong is said: a failed report, a place that cannot be written, an unknown grant, no file, no overwriting unasked', async () => {
  const { handlers, folder, answers, ended, file } = setUp();
  answers.html = new RpcError('not_found', 'There is no segment “x”.');
  await handlers['report.site']({ ...wish, segment: 'x' });
  expect(await ended()).toMatchObject({ state: 'failed', problem: 'There is no segment “x”.' });
  answers.html = '<html>';
  answers.path = join(folder, 'missing', 'out.html');
  await handlers['report.site'](wish);
  expect(await ended()).toMatchObject({
    state: 'failed',
    problem: 'The report “out.html” could not be written (ENOENT). Choose another place.',
  });
  await expect(handlers['report.site']({ ...wish, logo: 'unknown' })).rejects.toThrow('The chosen logo is unknown now');
  await expect(handlers['report.site']({ ...wish, baseline: 'unknown' })).rejects.toThrow('The chosen crawl is unknown now');
  writeFileSync(join(folder, 'old.html'), 'old');
  answers.path = join(folder, 'old');
  await expect(handlers['report.site'](wish)).rejects.toThrow('already exists there');
  answers.path = null;
  expect(await handlers['report.site'](wish)).toEqual({ cancelled: true });
  expect(await handlers['report.chooseLogo']({})).toBeNull();
  file.set(null);
  await expect(handlers['report.site'](wish)).rejects.toThrow('No crawl file is open');
});
