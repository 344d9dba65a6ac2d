import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { shippedPackages } from './scripts/package/shipped.mjs';

// Targets are the lowest runtime the code is executed on: Electron 25 (Node 18.15, Chromium 114), the test fallback for
// machines that cannot download the declared Electron. Main and preload are CommonJS: Electron before 28 cannot load an
// ESM main, and a sandboxed preload is CommonJS in every Electron.
// Entry paths are absolute because a folder named `electron` collides with the bundler's external of that name.
const testHooks = JSON.stringify(process.env['CRAWLSCOPE_RELEASE'] !== '1');

export default defineConfig({
  main: {
    plugins: [shippedPackages('main')],
    define: { __TEST_HOOKS__: testHooks },
    build: {
      target: 'node18',
      sourcemap: true,
      externalizeDeps: true,
      rolldownOptions: {
        input: { index: resolve('electron/main/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
      },
    },
  },
  preload: {
    plugins: [shippedPackages('preload')],
    build: {
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve('electron/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), shippedPackages('renderer')],
    build: {
      target: 'chrome114',
      minify: true,
      sourcemap: false,
      modulePreload: { polyfill: false },
      // It is loaded from the package, not over a network.
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: { input: { index: resolve('renderer/index.html') } },
    },
  },
});
