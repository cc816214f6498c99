/** The layout of a config repository (docs/formats.md). Paths are relative to its root, with '/'. */

export const SITE_PATH = "environments/site.yaml";
export const MATRIX_PATH = "releases/matrix.yaml";
export const EXCEPTIONS_PATH = "releases/exceptions.yaml";

export const environmentPath = (name: string): string => `environments/${name}/environment.yaml`;
export const ssoPath = (name: string): string => `environments/${name}/sso.yaml`;
export const discoveryPath = (name: string): string => `environments/${name}/discovery.json`;
export const installedFolder = (name: string): string => `environments/${name}/installed`;
export const releasePath = (name: string): string => `releases/${name}/release.yaml`;
export const CONNECTORS_FOLDER = "releases/connectors";
export const connectorPath = (name: string): string => `${CONNECTORS_FOLDER}/${name}.yaml`;
export const lockPath = (name: string): string => `releases/${name}/kit.lock.yaml`;
export const basePath = (name: string, file: string): string => `releases/${name}/base/${file}`;

/** Returns true if a path begins with a drive letter, a slash or a backslash, so that it is not relative to a folder. */
export const isAnchored = (path: string): boolean => /^([A-Za-z]:|[\\/])/.test(path);

/**
 * Joins a relative path that a document contains (with '/' or '\') to the folder of that document. Returns null if the path is absolute or
 * leads out of the repository.
 */
export function resolveFrom(document: string, written: string): string | null {
  const parts = document.split("/").slice(0, -1);
  if (isAnchored(written)) return null;
  for (const part of written.split(/[\\/]+/)) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length === 0) return null;
    else parts.pop();
  }
  return parts.join("/");
}

/** Returns the first character of a path that no Windows path can have, such as a quote; null if it has none. Allows the prefix `\\?\`. */
export function forbiddenSign(path: string): string | null {
  return /["<>|*?]/.exec(path.replace(/^[\\/]{2}\?(?=[\\/])/, ""))?.[0] ?? null;
}

/** The pattern of file names that Windows reserves for devices (`con`, `com1`), with or without an extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** Returns why Windows allows no file or folder with a name; null if it allows one. */
export function plainNameFault(name: string): string | null {
  if (name.trim() === "") return "it is empty";
  if (/[\\/:*?"<>|]/.test(name)) return "it holds a character that separates folders or that Windows does not allow in a name";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return "it holds a control character";
  if (RESERVED.test(name)) return "Windows keeps that name for a device";
  return /[. ]$/.test(name) ? "Windows drops a dot or space at the end of a name" : null;
}

/** Returns why no environment can have a name (docs/formats.md); null if one can. */
export function environmentNameFault(name: string): string | null {
  if (RESERVED.test(name)) return "Windows keeps that name for a device";
  if (name.endsWith(".")) return "Windows drops a dot at the end of a name";
  if (!/^[a-z0-9][a-z0-9._-]{0,62}$/.test(name)) {
    return "a name is 1 to 63 characters long, of a-z, 0-9, '.', '_' and '-', and begins with a letter or digit";
  }
  return null;
}

/** Returns the valid environment name nearest to a text, such as 'test' for 'Test'; null if the text has no letter a-z or digit. */
export function usableEnvironmentName(text: string): string | null {
  const legal = text
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, "-")
    .slice(0, 59);
  if (!/[a-z0-9]/.test(legal)) return null;
  const ended = legal.endsWith(".") ? `${legal.slice(0, -1)}-` : legal;
  return [ended, `env-${ended}`].find((name) => environmentNameFault(name) === null) ?? null;
}

const INSTALL = /^\{install\}(?=[\\/])/;
const ABSOLUTE = /^([A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/])/;

/** The longest path that Windows accepts, in characters (Win32 documentation, "Maximum Path Length Limitation"). */
const LONGEST_PATH = 32_767;

/**
 * Returns why a deploy to a Windows workstation cannot use a path; null if it can: absolute, without '..', not too long, of valid names.
 * @param mayBeInstall true if the path can also begin with the placeholder `{install}`
 */
export function windowsPathFault(path: string, mayBeInstall: boolean): string | null {
  if (path.length > LONGEST_PATH) return `has ${path.length} characters, and Windows knows no path above ${LONGEST_PATH}`;
  const inside = mayBeInstall && INSTALL.test(path);
  if (!inside && !ABSOLUTE.test(path)) return "is not an absolute Windows path";
  const rest = inside ? path.replace(INSTALL, "") : path.replace(/^[A-Za-z]:|^[\\/]{2}/, "");
  for (const part of rest.split(/[\\/]+/)) {
    if (part === "") continue;
    const fault = part === ".." || part === "." ? "it leaves its folder" : plainNameFault(part);
    if (fault !== null) return `cannot be used because of '${part}': ${fault}`;
  }
  return null;
}
