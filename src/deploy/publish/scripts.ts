import deployScript from "../../../powershell/deploy.ps1";
import detectScript from "../../../powershell/detect.ps1";

/** What a detection script has to find, because it has no parameters (D8). */
export interface Detected {
  /** SHA-256 of the bundle's manifest.json. */
  readonly manifest: string;
  readonly environment: string;
  /** The tool's folder, a Windows path. */
  readonly install: string;
}

const bytesOf = (script: string): Buffer => Buffer.from(script, "utf8");

/** deploy.ps1 as it is delivered beside every bundle: the same bytes for all of them. */
export const deployBytes = (): Buffer => bytesOf(deployScript);

/**
 * A text as an ASCII-only PowerShell expression: Windows PowerShell 5.1 reads a script without byte order mark in the machine's own
 * code page, so other characters are given by their number.
 */
export function powerShellText(text: string): string {
  const parts = text.match(/[\x20-\x7e]+|[^\x20-\x7e]/g) ?? [""];
  const words = parts.map((part) =>
    /^[\x20-\x7e]/.test(part) || part === "" ? `'${part.replaceAll("'", "''")}'` : `[char]${part.charCodeAt(0)}`,
  );
  // the first operand decides what '+' means
  if (words[0]?.startsWith("[")) words.unshift("''");
  return words.length === 1 ? (words[0] ?? "''") : `(${words.join(" + ")})`;
}

/**
 * detect-<env>.ps1: the detection script with what it expects written in. Only a whole line is a mark, and each line is looked at once, so
 * that no value that was written in (a folder named like a mark, say) is taken for one. Throws where the script lacks a marked line.
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
