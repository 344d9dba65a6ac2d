declare const __APP_VERSION__: string | undefined;

/** The product's version: set from package.json when it is built, 'source' when run from its sources. */
export const appVersion: string = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'source';
