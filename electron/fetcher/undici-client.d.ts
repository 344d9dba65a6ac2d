/** A file of undici without types of its own; its value is the class that `undici` exports as `Client`. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  // biome-ignore lint/style/noDefaultExport: `module.exports` of a CommonJS file is its default export.
  export default Client;
}
