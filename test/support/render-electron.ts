import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { chromiumStarter } from '#browser/chromium.ts';
import { electronStarter } from '#browser/electron-host.ts';
import { NoBrowser } from '#browser/find-browser.ts';
import { openRenderer } from '#browser/renderer.ts';
import type { StartBrowser } from '#browser/running-browser.ts';
import type { Renderer } from '#shared/model/rendering.ts';

interface Display {
  readonly display: string;
  readonly stop: () => void;
}

const script = (name: string): Promise<unknown> => import(new URL(`../../scripts/run/${name}`, import.meta.url).href);

/** The Electron of this machine, or null. */
export async function electronProgram(): Promise<string | null> {
  const { findElectron } = (await script('electron-path.mjs')) as { findElectron(): { readonly path: string } | null };
  return findElectron()?.path ?? null;
}

/** An app that is nothing but the browser that renders, built from the current sources. */
async function renderApp(): Promise<string> {
  const folder = resolve('.cache/render-app');
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, 'entry.ts');
  writeFileSync(
    entry,
    `import { renderWorkerProfile } from '${resolve('electron/main/arguments.ts')}';\nimport { runRenderWorker } from '${resolve('electron/main/render-worker/run.ts')}';\nrunRenderWorker(renderWorkerProfile(process.argv)!);\n`,
  );
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node18',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: { main: entry },
        external: ['electron', /^node:/],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{ "name": "render", "main": "main.cjs" }\n');
  return folder;
}

/** How to start a browser, and what to end after the last one. */
export interface TestStarter {
  readonly start: StartBrowser;
  readonly end: () => void;
}

/** Tests run as root on build machines, where Chromium has no sandbox. The pages are our own. */
const unsandboxed = process.getuid?.() === 0;

/** The Electron of this machine, on a screen of its own where there is none. Rejects where there is no Electron. */
async function electronOnScreen(): Promise<TestStarter> {
  const program = await electronProgram();
  if (program === null || !existsSync(program)) throw new Error('There is no Electron on this machine; `npm test` fetches one.');
  const { hasNoDisplay, startDisplay } = (await script('with-display.mjs')) as {
    hasNoDisplay(): boolean;
    startDisplay(): Promise<Display>;
  };
  const app = await renderApp();
  const screen = hasNoDisplay() ? await startDisplay() : null;
  if (screen) process.env['DISPLAY'] = screen.display;
  return {
    start: electronStarter({ program, app, unsandboxed }),
    end() {
      if (!screen) return;
      delete process.env['DISPLAY'];
      screen.stop();
    },
  };
}

/** The browser that the tests use: an installed Chromium, else the Electron of this machine; with CRAWLSCOPE_TEST_BROWSER=electron the latter. */
export async function testStarter(): Promise<TestStarter> {
  if (process.env['CRAWLSCOPE_TEST_BROWSER'] === 'electron') return electronOnScreen();
  try {
    return { start: chromiumStarter({ browser: null, unsandboxed }), end: () => undefined };
  } catch (error) {
    if (error instanceof NoBrowser) return electronOnScreen();
    throw error;
  }
}

/** A renderer with that browser. */
export async function openTestBrowser(): Promise<Renderer> {
  const { start, end } = await testStarter();
  try {
    const renderer = await openRenderer(start);
    return {
      ...renderer,
      async close() {
        await renderer.close();
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}
