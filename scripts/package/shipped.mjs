// A plugin of the bundler that writes out/shipped-NAME.json: the packages of which code or styles are in a build. components.mjs reads them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of the innermost package that a module is in, relative to the root; null for our own code. */
export function packageOf(id) {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '');
  const at = path.lastIndexOf('/node_modules/');
  if (at < 0) return null;
  const found = /^(?:@[^/]+\/)?[^/]+/.exec(path.slice(at + '/node_modules/'.length));
  const outer = path.indexOf('/node_modules/');
  return found ? `${path.slice(outer + 1, at)}${at > outer ? '/' : ''}node_modules/${found[0]}`.replace(/^\//, '') : null;
}

/** `name`: which of the builds it is. */
export function shippedPackages(name) {
  return {
    name: 'shipped-packages',
    writeBundle(_, bundle) {
      const found = new Set();
      for (const chunk of Object.values(bundle))
        for (const id of chunk.type === 'chunk' ? Object.keys(chunk.modules) : []) {
          const folder = packageOf(id);
          if (folder !== null) found.add(folder);
        }
      mkdirSync(resolve('out'), { recursive: true });
      writeFileSync(join(resolve('out'), `shipped-${name}.json`), `${JSON.stringify([...found].sort(), undefined, 1)}\n`);
    },
  };
}
