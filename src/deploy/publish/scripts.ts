import deployScript from "../../../powershell/deploy.ps1";
import detectScript from "../../../powershell/detect.ps1";

/** The values that are written into a bundle's detection script, which has no parameters and compares the workstation with them. */
export interface Detected {
  /** SHA-256 of the bundle's manifest.json. */
  readonly manifest: string;
  readonly environment: string;
  /** The installation folder of the modeling tool, a Windows path. */
  readonly install: string;
}

const bytesOf = (script: string): Buffer => Buffer.from(script, "utf8");

/** Returns the deploy.ps1 that is published next to every bundle, the same bytes for all of them. */
export const deployBytes = (): Buffer => bytesOf(deployScript);

/**
 * Returns a text as an ASCII-only PowerShell expression, with other characters as numbers. Windows PowerShell 5.1 reads a script without
 * byte order mark in the machine's own code page.
 */
export function powerShellText(text: string): string {
  const parts = text.match(/[\x20-\x7e]+|[^\x20-\x7e]/g) ?? [""];
  const words = parts.map((part) =>
    /^[\x20-\x7e]/.test(part) || part === "" ? `'${part.replaceAll("'", "''")}'` : `[char]${part.charCodeAt(0)}`,
  );
  // if the first operand of '+' is a [char], PowerShell adds numbers, so a text is put first
  if (words[0]?.startsWith("[")) words.unshift("''");
  return words.length === 1 ? (words[0] ?? "''") : `(${words.join(" + ")})`;
}

/**
 * Returns detect-<env>.ps1, by which managed machines report whether a bundle is installed, with the expected values filled in. Replaces
 * only whole marker lines such as `$ExpectedInstall = ''`, each once, so that a filled-in value that looks like a marker is not replaced
 * again. Throws if the script does not have each marker line exactly once.
 */
export function detectBytes(expected: Detected, script: string = detectScript): Buffer {
  const values: ReadonlyMap<string, string> = new Map([
    ["$ExpectedManifest", expected.manifest],
    ["$ExpectedEnvironment", expected.environment],
    ["$ExpectedInstall", expected.install],
  ]);
  const left = new Set(values.keys());
  const lines = script.split("\r\n").map((line) => {
    const name = line.endsWith(" = ''") ? line.slice(0, -" = ''".length) : "";
    const value = values.get(name);
    if (value === undefined) return line;
    if (!left.delete(name)) throw markFault(name);
    return `${name} = ${powerShellText(value)}`;
  });
  for (const name of left) throw markFault(name);
  return bytesOf(lines.join("\r\n"));
}

const markFault = (name: string): Error => new Error(`detect.ps1 does not hold the line ${name} = '' exactly once`);
