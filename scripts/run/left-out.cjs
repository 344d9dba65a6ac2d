// Stands in for parts of undici that the build leaves out: see engine.vite.config.ts.
module.exports = () => {
  throw new Error('the build has no such part of undici');
};
