declare const __TIERWRIGHT_PACKAGE__: string;
declare const __TIERWRIGHT_VERSION__: string;
declare const __TIERWRIGHT_BUILD__: string;
declare const __TIERWRIGHT_HOME__: string;

/** The name of Tierwright's npm package, with a scope, which only we can publish to. The command `tierwright` has no scope. */
export const PACKAGE: string = __TIERWRIGHT_PACKAGE__;

/** The name of the command that people type. */
export const COMMAND = "tierwright";

/** The names under which a package.json can list Tierwright as a dependency: if it is a file, people also name it as the command. */
export const PACKAGE_NAMES: readonly string[] = [PACKAGE, COMMAND];

/** The folder of the JSON schemas of all document kinds, in a repository that has installed the npm package. */
export const INSTALLED_SCHEMAS = `node_modules/${PACKAGE}/schemas`;

/** Tierwright's version in its package.json, inserted by the build (and by vitest.config.ts for tests). */
export const VERSION: string = __TIERWRIGHT_VERSION__;

/** A digest of the source files of this build of Tierwright: part of every cache key, so that no other build reads its cache entries. */
export const BUILD: string = __TIERWRIGHT_BUILD__;

/** The URL of Tierwright's public repository, from `homepage` in package.json; null if that is not an http or https URL. */
export const HOME: string | null = /^https?:\/\/./.test(__TIERWRIGHT_HOME__) ? __TIERWRIGHT_HOME__ : null;
