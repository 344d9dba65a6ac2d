import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { openElectron } from '#browser/electron-host.ts';
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
    `import { renderWorkerProfile, runRenderWorker } from '${resolve('electron/main/render-worker/run.ts')}';\nrunRenderWorker(renderWorkerProfile(process.argv)!);\n`,
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

/** A renderer with the Electron of this machine, on a screen of its own where there is none. Rejects where there is no Electron. */
export async function openTestElectron(): Promise<Renderer> {
  const program = await electronProgram();
  if (program === null || !existsSync(program)) throw new Error('There is no Electron on this machine; `npm test` fetches one.');
  const { hasNoDisplay, startDisplay } = (await script('with-display.mjs')) as {
    hasNoDisplay(): boolean;
    startDisplay(): Promise<Display>;
  };
  const screen = hasNoDisplay() ? await startDisplay() : null;
  if (screen) process.env['DISPLAY'] = screen.display;
  const giveBack = (): void => {
    if (!screen) return;
    delete process.env['DISPLAY'];
    screen.stop();
  };
  try {
    const renderer = await openElectron({ program, app: await renderApp(), unsandboxed: process.getuid?.() === 0 });
    return {
      ...renderer,
      async close() {
        await renderer.close();
        giveBack();
      },
    };
  } catch (error) {
    giveBack();
    throw error;
  }
}
