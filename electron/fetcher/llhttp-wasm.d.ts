/** A file of undici without types of its own: llhttp as WebAssembly. */
declare module 'undici/lib/llhttp/llhttp_simd-wasm.js' {
  const wasm: Buffer;
  // biome-ignore lint/style/noDefaultExport: `module.exports` of a CommonJS file is its default export.
  export default wasm;
}
