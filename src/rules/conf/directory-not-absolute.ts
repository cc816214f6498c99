import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, value, words } from "../../diagnostic/text.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { directoryFault } from "../../model/directories.ts";
import { importWorkingDirKey } from "../../model/site.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const keys = new Set([
    "STAGING_DIR",
    importWorkingDirKey(env.site, env.release),
    ...(env.release?.directories.map((key) => key.text) ?? []),
  ]);
  for (const key of keys) {
    const decision = env.files.connector?.keys.get(key)?.decision;
    const found = decision && !decision.secret ? directoryFault(decision.value) : null;
    if (!decision || !found) continue;
    yield directoryNotAbsolute.at(decision.place, { key, text: decision.value, ...found }, { pointer: decision.pointer });
  }
}

const STAGING = "stagingDir: 'D:\\plm\\staging'";

interface Args extends NonNullable<ReturnType<typeof directoryFault>> {
  readonly key: string;
  readonly text: string;
}

const directoryNotAbsolute = defineDiagnostic({
  id: "conf/directory-not-absolute",
  severity: "error",
  title: "a directory of the connector is not an absolute Windows path",
  why: "The connector takes the text as a path of the process. A relative one lands below the tool's folder, where nobody may write, and the error names a folder that nobody configured.",
  remedy: "Write the path with its drive or as \\\\server\\share.",
  clauses: ["B5"],
  message: ({ key, text, fault, lies }: Args) => ({
    message: say`${name(key)} would be ${value(text)}: ${words(fault)}`,
    notes: [words(lies), say`an export fails with a path that nobody configured`],
    help: say`write the whole path with its drive, for example 'D:\\plm\\staging' (single quotes; the compiler doubles the backslashes); a share of a server begins with two: '\\\\server\\share'`,
  }),
  fails: { file: "environments/demo/environment.yaml", replace: STAGING, with: "stagingDir: plm/staging" },
  passes: [
    { file: "environments/demo/environment.yaml", replace: STAGING, with: "stagingDir: '\\\\files.example.com\\plm\\staging'" },
  ],
});

export const rule: EnvironmentRule = { ...directoryNotAbsolute, scope: "environment", check };
