// Threads of a program that runs from source are started from the build, which takes half of the time.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const built = pathToFileURL(`${process.cwd()}/out/engine/`).href;
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/electron/engine/threads/thread-file.ts')
      ? {
          format: 'module',
          shortCircuit: true,
          source: `export const threadFile = (source, name) => new URL(name, ${JSON.stringify(built)});`,
        }
      : next(url, context),
});
