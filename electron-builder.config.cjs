// What goes into the packages. Run through `npm run package`, which sets the variables read here.
const { existsSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const { version } = require('./package.json');

const testBuild = process.env.CRAWLSCOPE_TEST_BUILD === '1';
const dist = process.env.CRAWLSCOPE_ELECTRON_DIST;
const fallback = Boolean(dist);
if (fallback && !testBuild) throw new Error('the fallback Electron is for test builds only');
const name = testBuild ? 'crawlscope-testbuild' : 'crawlscope';
const summary = 'Inspect crawls: every page and every decision, with the line that decided it';
const description = testBuild ? 'TEST BUILD of Crawlscope, made by its own tests, not for use' : summary;
const when = (condition, value) => (condition ? value : []);

/** @type {import('electron-builder').Configuration} */
module.exports = {
  appId: testBuild ? 'org.crawlscope.app.testbuild' : 'org.crawlscope.app',
  productName: testBuild ? 'Crawlscope (test build)' : 'Crawlscope',
  extraMetadata: { name, description, desktopName: `${name}.desktop`, ...(testBuild ? { version: `${version}-testbuild` } : {}) },
  ...(fallback ? { electronDist: dist, electronVersion: process.env.CRAWLSCOPE_ELECTRON_VERSION } : {}),
  directories: { output: 'dist', buildResources: 'resources' },
  npmRebuild: false, // better-sqlite3 13 carries N-API prebuilds: nothing is compiled
  buildDependenciesFromSource: false,
  asar: true,
  // better-sqlite3 needs its own lib/ and one binary at run time (node-addon-api serves its compilation only).
  files: [
    'package.json',
    'out/{main,preload,renderer,engine}/**',
    '!**/*.map',
    '!out/engine/crawl.*', // compiled for the Node of a checkout
    '!node_modules/**',
    'node_modules/better-sqlite3/{package.json,LICENSE}',
    'node_modules/better-sqlite3/lib/**',
    'node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node',
  ],
  // The engine is its own process and loads a native module: both must be real files.
  asarUnpack: ['out/engine/**', 'node_modules/better-sqlite3/**'],
  extraResources: [
    { from: 'LICENSE', to: 'LICENSE.txt' },
    { from: 'NOTICE.md', to: 'NOTICE.md' },
    { from: 'out/components.cdx.json', to: 'components.cdx.json' },
    { from: 'out/third-party.txt', to: 'THIRD-PARTY.txt' },
    { from: 'docs/apache-license-2.0.txt', to: 'docs/apache-license-2.0.txt' },
    ...when(existsSync(join(__dirname, 'resources/demo-site')), [{ from: 'resources/demo-site', to: 'demo-site' }]),
  ],
  electronLanguages: ['en-US'],
  fileAssociations: [
    {
      ext: 'crawl',
      name: 'Crawl',
      description: 'Crawlscope crawl',
      mimeType: 'application/x-crawlscope-crawl',
      role: 'Editor',
      icon: 'resources/icon',
    },
  ],
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: testBuild, // Playwright drives the test build through the inspector
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: !fallback,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    ...(fallback ? {} : { grantFileProtocolExtraPrivileges: false }), // this fuse is younger than Electron 25
  },
  afterPack: ({ appOutDir }) => rmSync(join(appOutDir, 'resources/default_app.asar'), { force: true }),
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',
  compression: testBuild ? 'store' : 'normal',
  linux: {
    target: ['AppImage', 'deb', 'rpm', 'tar.gz'],
    executableName: name,
    syncDesktopName: true,
    category: 'Development',
    icon: 'resources/icons',
    maintainer: 'The Crawlscope developers <crawlscope@users.noreply.github.com>',
    vendor: 'The Crawlscope developers',
    synopsis: description,
    description,
    extraFiles: [{ from: 'resources/linux/launcher.sh', to: 'bin/crawlscope' }],
    mimeTypes: ['application/x-crawlscope-crawl'],
    desktop: { entry: { Keywords: 'crawl;robots.txt;SEO;', StartupWMClass: name } },
  },
  deb: {
    compression: testBuild ? 'gz' : 'xz',
    afterInstall: 'resources/linux/after-install.sh',
    afterRemove: 'resources/linux/after-remove.sh',
    depends: [
      'libgtk-3-0 | libgtk-3-0t64',
      'libnss3',
      'libasound2 | libasound2t64',
      'libgbm1',
      'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
      'libcups2 | libcups2t64',
      'libdrm2',
      'libxkbcommon0',
      'libxcomposite1',
      'libxdamage1',
      'libxrandr2',
    ],
    recommends: ['xdg-utils'],
  },
  rpm: { afterInstall: 'resources/linux/after-install.sh', afterRemove: 'resources/linux/after-remove.sh' },
  win: {
    target: [
      { target: 'nsis', arch: ['x64'] },
      { target: 'portable', arch: ['x64'] },
    ],
    icon: 'resources/icon.ico',
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    artifactName: '${name}-${version}-setup-${arch}.${ext}',
  },
  portable: { artifactName: '${name}-${version}-portable-${arch}.${ext}' },
  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    icon: 'resources/icon.icns',
    category: 'public.app-category.developer-tools',
    hardenedRuntime: true,
  },
};
