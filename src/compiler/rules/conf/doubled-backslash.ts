import {
  type Problem,
  type Scalar,
  type Text,
  bareValue,
  defineDiagnostic,
  name,
  placeOf,
  say,
  value,
  words,
  yamlScalar,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { EnvironmentRule } from "../rule.ts";

/** Matches a YAML path with doubled backslashes, as a properties file needs them: with a drive, or from a server with four at the start. */
const DOUBLED = /^(?:[A-Za-z]:|\\\\\\\\[^\\/]+)(?:\\\\[^\\/]+)+(?:\\\\)?$/;

const isDoubled = (leaf: Scalar | null): leaf is Scalar => leaf !== null && DOUBLED.test(leaf.text);

function* leafProblem(field: Text, leaf: Scalar | null): Iterable<Problem> {
  if (!isDoubled(leaf)) return;
  const single = leaf.text.replaceAll("\\\\", "\\");
  const place = placeOf(leaf.span);
  const fix = {
    title: `write ${yamlScalar(single)}`,
    // Windows takes two backslashes in a path with a drive as one, so the fix does not change the folder
    safe: /^[A-Za-z]:/.test(single),
    edits: [{ place, text: yamlScalar(single) }],
  };
  const fixable = leaf.style !== "block" && !leaf.anchored;
  yield doubledBackslash.at(place, { field, found: leaf.text, single }, { pointer: leaf.pointer, ...(fixable && { fix }) });
}

function* check({ environment }: CompiledEnvironment): Iterable<Problem> {
  const { workstation } = environment;
  for (const field of ["install", "stagingDir", "importWorkingDir", "sessionAgent"] as const)
    if (isDoubled(workstation[field])) yield* leafProblem(say`workstation.${words(field)}`, workstation[field]);
  for (const file of ["connector", "client"] as const) {
    for (const [key, { value }] of workstation.set[file])
      if (value.type === "scalar" && isDoubled(value)) yield* leafProblem(say`${name(key)} of the ${words(file)} file`, value);
  }
}

function* checkShared({ site }: RepositoryView): Iterable<Problem> {
  if (!site) return;
  yield* leafProblem(say`tool.install`, site.tool.install);
  yield* leafProblem(say`client.file`, site.client.file);
  yield* leafProblem(say`client.log4j2`, site.client.log4j2);
  for (const leaf of site.profile.copies) yield* leafProblem(say`profile.copies`, leaf);
  for (const leaf of site.tool.pluginRoots) yield* leafProblem(say`tool.pluginRoots`, leaf);
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const STAGING = "stagingDir: 'D:\\plm\\staging'";

const doubledBackslash = defineDiagnostic({
  id: "conf/doubled-backslash",
  severity: "warning",
  title: "a path in YAML has every backslash twice",
  why: "In YAML's single quotes a backslash is a backslash. The compiler doubles it for the properties file. Doubled by hand, the file has four and Java reads two: Windows accepts that in most places, comparisons of paths do not, and a network path becomes another one.",
  remedy: "Write the path as Windows shows it, in single quotes: 'D:\\plm\\staging'.",
  clauses: ["A4", "B5"],
  message: ({ field, found, single }: { readonly field: Text; readonly found: string; readonly single: string }) => ({
    message: say`${field} has doubled backslashes: ${value(found)}`,
    notes: [
      say`YAML in single quotes takes each backslash as it is, and the compiler doubles them itself, so the file would have four`,
    ],
    help: say`write ${bareValue(yamlScalar(single))}`,
  }),
  fails: { file: ENVIRONMENT, replace: STAGING, with: "stagingDir: 'D:\\\\plm\\\\staging'" },
  passes: [
    { file: ENVIRONMENT, replace: STAGING, with: 'stagingDir: "D:\\\\plm\\\\staging"' },
    { file: ENVIRONMENT, replace: STAGING, with: "stagingDir: '\\\\files.example.com\\plm\\staging'" },
  ],
});

export const rule: EnvironmentRule = { ...doubledBackslash, scope: "environment", check, checkShared };
