import deployScript from "../../powershell/deploy.ps1";
import detectScript from "../../powershell/detect.ps1";
import { ordinal } from "./tree.ts";

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

/** detect-<env>.ps1: the detection script with what it expects written in. Throws where the script lacks a marked line. */
export function detectBytes(expected: Detected, script: string = detectScript): Buffer {
  const marks: readonly (readonly [string, string])[] = [
    ["$ExpectedManifest", expected.manifest],
    ["$ExpectedEnvironment", expected.environment],
    ["$ExpectedInstall", expected.install],
  ];
  let text = script;
  for (const [name, value] of [...marks].sort(([a], [b]) => ordinal(a, b))) {
    const [before, after, ...more] = text.split(`${name} = ''`);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`detect.ps1 does not hold the line ${name} = '' exactly once`);
    }
    text = `${before}${name} = ${powerShellText(value)}${after}`;
  }
  return bytesOf(text);
}
