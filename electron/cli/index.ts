import { cacheCompiledCode } from '#engine/compile-cache.ts';

// Before anything else is loaded: code that is loaded earlier is compiled again in each run.
cacheCompiledCode();
void import('./main.ts').then(({ main }) => main());
