import {
  type Problem,
  bareValue,
  defineDiagnostic,
  forbiddenSign,
  name,
  say,
  value,
  words,
  yamlScalar,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment, Decision } from "../../compile/compiled.ts";
import { DIRECTORY_KEYS, directoryDoubt, directoryFault } from "../../model/directories.ts";
import { importWorkingDirKey } from "../../model/site.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { keyedLines, placeAt, readTokens, valueTokens } from "./properties-lines.ts";

/** Reports the doubtful directories of a base or installed file, but not a relative one, because an environment can replace it. */
function* check(file: PropertiesFile): Iterable<Problem> {
  for (const { line, key } of keyedLines(file)) {
    if (!file.directoryKeys.has(key)) continue;
    const text = readTokens(valueTokens(file, line));
    const doubt = directoryDoubt(text);
    if (doubt)
      yield directoryNotAbsolute.at(
        placeAt(file, line.valueStart, line.valueEnd),
        { key, text, written: true, doubtful: true, sign: null, ...doubt },
        { severity: "warning" },
      );
  }
}

function* checkCompiled(env: CompiledEnvironment): Iterable<Problem> {
  const keys = new Set([
    "STAGING_DIR",
    importWorkingDirKey(env.site, env.release),
    ...(env.release?.directories.map((key) => key.text) ?? []),
  ]);
  for (const key of keys) yield* decided(key, env.files.connector?.keys.get(key)?.decision);
  for (const key of DIRECTORY_KEYS) {
    const decision = env.files.logger?.keys.get(key)?.decision;
    if (decision && forbiddenSign(decision.value) !== null) yield* decided(key, decision);
  }
}

/** Reports the value that an environment decides for a directory's key, if it is not an absolute Windows path. */
function* decided(key: string, decision: Decision | undefined): Iterable<Problem> {
  if (!decision || decision.secret) return;
  const { layer, value: text, place, pointer } = decision;
  const fault = directoryFault(text);
  // `check` already reports doubtful values that the kit's or the installed file itself contains
  const doubt = fault || layer === "kit" || layer === "carried" ? null : directoryDoubt(text);
  const found = fault ?? doubt;
  if (!found) return;
  const args: Args = { key, text, written: false, doubtful: doubt !== null, sign: doubt ? null : forbiddenSign(text), ...found };
  yield directoryNotAbsolute.at(place, args, { pointer, ...(doubt && { severity: "warning" }) });
}

const STAGING = "stagingDir: 'D:\\plm\\staging'";

interface Args extends NonNullable<ReturnType<typeof directoryFault>> {
  readonly key: string;
  readonly text: string;
  /** True for a value in a base or installed file itself, false for one that the environment would write into the compiled file. */
  readonly written: boolean;
  /** True if the directory can be right, for example with a '#' in its name, so that the finding is only a warning. */
  readonly doubtful: boolean;
  /** The character in `text` that Windows allows in no path; null if it has none. */
  readonly sign: string | null;
}

const directoryNotAbsolute = defineDiagnostic({
  id: "conf/directory-not-absolute",
  severity: "error",
  title: "a directory of the connector is not an absolute Windows path",
  why: "A relative path ends up below the tool's folder. There nobody can write, and the error names a folder that nobody configured. A '#' where a comment could begin, at the start of a folder's name or after a space, is a warning: Java reads it and all after it as part of the path.",
  remedy: "Write the path with its drive or as \\\\server\\share, and comments on separate lines.",
  clauses: ["B5"],
  message: ({ key, text, written, doubtful, sign, fault, lies }: Args) => ({
    message: say`${name(key)} ${words(written ? "is" : "would be")} ${value(text)}: ${words(fault)}`,
    notes: [words(lies), say`an export fails with a path that nobody configured`],
    help: doubtful
      ? say`write a comment on a line of its own, and name a folder without such a '#'`
      : sign !== null
        ? say`remove it: ${bareValue(yamlScalar(text.replaceAll(sign, "").trim()))}`
        : say`write the whole path with its drive, for example 'D:\\plm\\staging' (single quotes; the compiler doubles the backslashes); a share of a server begins with two: '\\\\server\\share'`,
  }),
  fails: { file: "environments/demo/environment.yaml", replace: STAGING, with: "stagingDir: plm/staging" },
  passes: [
    { file: "environments/demo/environment.yaml", replace: STAGING, with: "stagingDir: 'D:\\C#\\staging'" },
    { file: "environments/demo/environment.yaml", replace: STAGING, with: "stagingDir: '\\\\files.example.com\\plm\\staging'" },
  ],
});

export const rule: PropertiesRule = { ...directoryNotAbsolute, scope: "properties", check, checkCompiled };
