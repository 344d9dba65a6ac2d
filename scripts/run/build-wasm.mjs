// Compiles the hot loops in electron/wasm/ and writes their bytes to files in electron/engine/wasm/, which are kept in the repository: a start or a
// test needs no compiler. With --check, as a test does, it compares the files with a fresh build. After every change there: npm run wasm.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = join(fileURLToPath(import.meta.url), '../../..');
/** The memory of each is in 64 KiB. It never grows, so hostile pages cannot make it. */
const MODULES = [
  { source: 'index', bytes: 'bytes', name: 'wasmBytes', what: 'The hot loops', memory: '256' },
  { source: 'language', bytes: 'language-bytes', name: 'languageBytes', what: 'The scores of languages', memory: '32' },
];

/** The text of the file with the bytes of a module. Throws with the compiler's words where a source is wrong. */
async function bytesOf({ source, name, what, memory }) {
  const files = new Map();
  const { error, stderr } = await asc.main(
    [
      `electron/wasm/${source}.ts`,
      ...['--outFile', 'out.wasm', '--runtime', 'stub', '--enable', 'simd', '--noAssert', '-O3'],
      ...['--initialMemory', memory, '--maximumMemory', memory, '--memoryBase', '64', '--baseDir', ROOT],
    ],
    { writeFile: (file, contents) => void files.set(file, contents) },
  );
  if (error) throw new Error(`electron/wasm/${source}.ts does not compile: ${error.message}\n${stderr}`);
  const base64 = Buffer.from(files.get('out.wasm')).toString('base64');
  const lines = base64.match(/.{1,120}/g).map(line => `  '${line}'`);
  return `// Written by npm run wasm from the sources in electron/wasm/: do not edit.\n\n/** ${what} as WebAssembly, in base64. */\nexport const ${name} =\n${lines.join(' +\n')};\n`;
}

for (const module of MODULES) {
  const file = join(ROOT, `electron/engine/wasm/${module.bytes}.ts`);
  const text = await bytesOf(module);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`electron/engine/wasm/${module.bytes}.ts is not what electron/wasm/ compiles to: npm run wasm\n`);
    process.exitCode = 1;
  }
}
