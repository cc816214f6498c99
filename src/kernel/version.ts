declare const __TIERWRIGHT_PACKAGE__: string;
declare const __TIERWRIGHT_VERSION__: string;
declare const __TIERWRIGHT_BUILD__: string;
declare const __TIERWRIGHT_HOME__: string;

/** The name of the package, with the scope that makes it ours at a registry. The command has no scope. */
export const PACKAGE: string = __TIERWRIGHT_PACKAGE__;

/** The name of the command. */
export const COMMAND = "tierwright";

/** The names under which a package.json has the package: a dependency on a file can also be called as the command is. */
export const PACKAGE_NAMES: readonly string[] = [PACKAGE, COMMAND];

/** The folder of the schemas in a repository that has installed the package. */
export const INSTALLED_SCHEMAS = `node_modules/${PACKAGE}/schemas`;

/** The version in package.json, inserted by the build (and by vitest.config.ts for tests). */
export const VERSION: string = __TIERWRIGHT_VERSION__;

/** A digest of the sources of this build: part of every cache key. */
export const BUILD: string = __TIERWRIGHT_BUILD__;

/** The address of the project's public repository, from `homepage` in package.json; null if that is not a web address. */
export const HOME: string | null = /^https?:\/\/./.test(__TIERWRIGHT_HOME__) ? __TIERWRIGHT_HOME__ : null;
