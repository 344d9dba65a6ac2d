// The list of components that a package ships, as CycloneDX 1.6, and the texts of their licences. Made from what the builds contain
// (shipped.mjs) and from package-lock.json; the same build gives the same bytes.
//
//   node scripts/package/components.mjs   prints the components of the last build
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, Stop } from '../run/checkout.cjs';

/** What a package contains besides the modules of a build: the native database, the runtime, and what is compiled into our WebAssembly. */
const BESIDES = ['node_modules/better-sqlite3', 'node_modules/electron', 'node_modules/assemblyscript'];
/** What is inside another component and has no entry in package-lock.json. */
const INSIDE = [
  {
    name: 'sqlite',
    license: 'blessing',
    description: 'The database engine inside better-sqlite3. Its authors put it into the public domain.',
  },
];
/** Licences that allow us to ship the component in an app under the MIT License. `(A OR B)`: one of them suffices. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'blessing',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

const isAllowed = license =>
  /^\(?[\w.-]+(?: OR [\w.-]+)*\)?$/.test(license) &&
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some(each => ALLOWED.has(each));

/** Text of the licence in a package's folder, '' without one. */
function licenceText(folder) {
  const name = readdirSync(folder)
    .sort()
    .find(each => /^(?:licen[cs]e|copying)(?:$|[.-])/i.test(each));
  return name === undefined ? '' : readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n').trim();
}

/**
 * The components in order of their names: `{ name, version, license, description, integrity, text }`. Throws a Stop that names a component whose
 * licence is unknown here, or which has no entry in the lock file.
 */
export function componentsOf(root, shipped) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const found = [...new Set([...shipped, ...BESIDES])].map(folder => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const locked = lock[folder];
    if (!locked) throw new Stop(`${folder} is shipped and has no entry in package-lock.json`);
    const { name, version, license = '', description = '' } = manifest;
    if (version !== locked.version) throw new Stop(`${folder} has version ${version}, package-lock.json says ${locked.version}`);
    return { name, version, license, description, integrity: locked.integrity ?? '', text: licenceText(join(root, folder)) };
  });
  const all = [...found, ...INSIDE.map(each => ({ version: '', integrity: '', text: '', ...each }))];
  for (const { name, license } of all)
    if (!isAllowed(license))
      throw new Stop(`the licence of ${name}, "${license}", is not one of those that scripts/package/components.mjs allows`);
  return all.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** CycloneDX 1.6 (ECMA-424). Without a time and a serial number, so that a second build gives the same. */
export function cycloneDx(app, components) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': app.name,
        name: app.name,
        version: app.version,
        licenses: [{ license: { id: app.license } }],
      },
    },
    components: components.map(each => ({
      type: 'library',
      'bom-ref': each.version === '' ? each.name : purlOf(each),
      name: each.name,
      ...(each.version === '' ? {} : { version: each.version }),
      description: each.description,
      licenses: each.license.includes(' ') ? [{ expression: each.license }] : [{ license: { id: each.license } }],
      ...(each.version === '' ? {} : { purl: purlOf(each) }),
      ...(each.integrity.startsWith('sha512-')
        ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(each.integrity.slice(7), 'base64').toString('hex') }] }
        : {}),
    })),
  };
}

/** One text with each licence once, under the components that carry it. */
export function licencesText(components) {
  const byText = new Map();
  for (const each of components) {
    const text = each.text === '' ? `Licence: ${each.license}. The package contains no text of it.` : each.text;
    byText.set(text, [...(byText.get(text) ?? []), `${each.name} ${each.version}`.trim()]);
  }
  return [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}

const shippedFolders = root =>
  globSync('out/shipped-*.json', { cwd: root }).flatMap(path => JSON.parse(readFileSync(join(root, path), 'utf8')));

/** Writes out/components.cdx.json and out/third-party.txt for the last build; returns the components. */
export function writeComponents(root = ROOT) {
  const shipped = shippedFolders(root);
  if (shipped.length === 0) throw new Stop('the build did not say which packages it contains: run npm run build');
  const components = componentsOf(root, shipped);
  const app = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(join(root, 'out/components.cdx.json'), `${JSON.stringify(cycloneDx(app, components), undefined, 2)}\n`);
  writeFileSync(join(root, 'out/third-party.txt'), licencesText(components));
  return components;
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  for (const { name, version, license, text } of writeComponents())
    process.stdout.write(`${name.padEnd(36)}${version.padEnd(12)}${license}${text === '' ? '   (no text)' : ''}\n`);
}
