/** Replaced at build time: true unless the build is a release (CRAWLSCOPE_RELEASE=1). Code behind it is not in releases. */
declare const __TEST_HOOKS__: boolean;
