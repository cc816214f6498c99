/*
 * What readers and rules see of one mistake in the name of an environment or a release (Problem.explains and Problem.follows).
 */

/** An environment by the name that others call it. */
export const named = (name: string): string => `environment ${name}`;

/** An environment's folder that is a copy of another one, its name included. */
export const copyOf = (folder: string): string => `copy in ${folder}`;

/** A release's folder under a name that is not its own: what is compared with the name follows from it. */
export const releaseFolder = (folder: string): string => `release in ${folder}`;

/** A file of base/ that is not the kit's own any more. */
export const editOf = (file: string): string => `edit of ${file}`;

/** The write table of a release that is not the environment's. */
export const writesOf = (release: string): string => `writes of ${release}`;

/** One write of a release's table: what its key will hold. */
export const writeOf = (release: string, { file, key }: { readonly file: string; readonly key: string }): string =>
  `write of ${release}: ${file} ${key}`;

/** The pinned discovery document, where it cannot be read: what it would say is missing. */
export const discoveryOf = (path: string): string => `discovery document ${path}`;
