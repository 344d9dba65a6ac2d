// Stands in for undici's lib/dispatcher/client-h2.js in the build: see engine.vite.config.ts.
module.exports = () => {
  throw new Error('this build speaks HTTP/1.1 only');
};
