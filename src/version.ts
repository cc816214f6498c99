declare const __TIERWRIGHT_VERSION__: string;
declare const __TIERWRIGHT_BUILD__: string;

/** The version in package.json, put in when the tool is built (and by vitest.config.ts for tests). */
export const VERSION: string = __TIERWRIGHT_VERSION__;

/** A hash of the sources that this was built from: part of every cache key. */
export const BUILD: string = __TIERWRIGHT_BUILD__;
