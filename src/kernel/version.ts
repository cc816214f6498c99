declare const __TIERWRIGHT_VERSION__: string;
declare const __TIERWRIGHT_BUILD__: string;
declare const __TIERWRIGHT_HOME__: string;

/** The version in package.json, put in when the tool is built (and by vitest.config.ts for tests). */
export const VERSION: string = __TIERWRIGHT_VERSION__;

/** A hash of the sources that this was built from: part of every cache key. */
export const BUILD: string = __TIERWRIGHT_BUILD__;

/** Where the project's repository is published, as package.json's `homepage` says it; null while that says nothing that a browser opens. */
export const HOME: string | null = /^https?:\/\/./.test(__TIERWRIGHT_HOME__) ? __TIERWRIGHT_HOME__ : null;
