import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { TestProject } from 'vitest/node';
import config from '../../engine.vite.config.ts';

/**
 * The engine's threads, built once from the current sources before the tests. From source, a thread loads about 200
 * modules, which takes 0.33 s of CPU time. Built, it takes half of that, and the tests start hundreds.
 */

const variable = 'CRAWLSCOPE_TEST_THREADS';
const parent = resolve('.cache/threads');
/** What the engine's build makes besides threads. Tests start these from source. */
const processes = ['engine', 'cli'];
const dayMs = 86_400_000;

async function builtFiles(): Promise<readonly { readonly name: string; readonly code: string }[]> {
  const programs = Object.entries(config.build?.rolldownOptions?.input ?? {});
  const input = Object.fromEntries(programs.filter(([name]) => !processes.includes(name)));
  const built = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: { ...config.build?.rolldownOptions, input },
    },
  })) as Rolldown.RolldownOutput;
  return built.output.flatMap(item => (item.type === 'chunk' ? [{ name: item.fileName, code: item.code }] : []));
}

/** Writes the files to a folder named after their content, so that Node's compile cache knows them again in the next run. */
function written(files: readonly { readonly name: string; readonly code: string }[]): string {
  const hash = createHash('sha256');
  for (const { name, code } of files) hash.update(`${name}\0${code}\0`);
  const folder = join(parent, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  mkdirSync(parent, { recursive: true });
  for (const old of readdirSync(parent))
    if (Date.now() - statSync(join(parent, old)).mtimeMs > dayMs) rmSync(join(parent, old), { recursive: true, force: true });
  const partial = mkdtempSync(join(parent, 'partial-'));
  mkdirSync(join(partial, 'chunks'));
  for (const { name, code } of files) writeFileSync(join(partial, name), code);
  try {
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true });
    // Another run may have been first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Vitest calls this once before all tests, and again before it repeats tests after a change. */
export async function setup(project: TestProject): Promise<void> {
  const make = async () => {
    process.env[variable] = written(await builtFiles());
  };
  await make();
  project.onTestsRerun(make);
}

/** In the tests, `threadFile` names what was built. */
export const builtThreads: Plugin = {
  name: 'built-threads',
  load: id =>
    id === resolve('electron/engine/threads/thread-file.ts')
      ? `import { pathToFileURL } from 'node:url';
         export const threadFile = (source, built) => pathToFileURL(process.env.${variable} + '/' + built);`
      : null,
};
