/** llhttp as WebAssembly. An `import` of that module would copy each of its bytes to a property of an object, in a build. */
exports.llhttpBytes = () => require('undici/lib/llhttp/llhttp_simd-wasm.js');
