// Compiles the hot loops in electron/wasm/ and writes their bytes to electron/engine/wasm/bytes.ts, which is kept in the repository: a start or a
// test needs no compiler. With --check, as a test does, it compares the file with a fresh build. After every change there: npm run wasm.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = join(fileURLToPath(import.meta.url), '../../..');
/** In 64 KiB: 16 MiB. The memory never grows, so hostile pages cannot make it. */
const MEMORY = '256';

/** The text of electron/engine/wasm/bytes.ts. Throws with the compiler's words where a source is wrong. */
async function wasmModule() {
  const files = new Map();
  const { error, stderr } = await asc.main(
    [
      'electron/wasm/index.ts',
      ...['--outFile', 'out.wasm', '--runtime', 'stub', '--enable', 'simd', '--noAssert', '-O3'],
      ...['--initialMemory', MEMORY, '--maximumMemory', MEMORY, '--memoryBase', '64', '--baseDir', ROOT],
    ],
    { writeFile: (name, contents) => void files.set(name, contents) },
  );
  if (error) throw new Error(`electron/wasm/ does not compile: ${error.message}\n${stderr}`);
  const base64 = Buffer.from(files.get('out.wasm')).toString('base64');
  const lines = base64.match(/.{1,120}/g).map(line => `  '${line}'`);
  return `// Written by npm run wasm from the sources in electron/wasm/: do not edit.\n\n/** The hot loops as WebAssembly, in base64. */\nexport const wasmBytes =\n${lines.join(' +\n')};\n`;
}

const file = join(ROOT, 'electron/engine/wasm/bytes.ts');
const text = await wasmModule();
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('electron/engine/wasm/bytes.ts is not what electron/wasm/ compiles to: npm run wasm\n');
  process.exitCode = 1;
}
