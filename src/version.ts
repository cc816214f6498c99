declare const __TIERWRIGHT_VERSION__: string;

/** The version in package.json, put in when the tool is built (and by vitest.config.ts for tests). */
export const VERSION: string = __TIERWRIGHT_VERSION__;
