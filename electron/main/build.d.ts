/**
 * Replaced at build time: true unless the build is a release (CRAWLSCOPE_RELEASE=1). Releases do not contain the code that it
 * guards.
 */
declare const __TEST_HOOKS__: boolean;
