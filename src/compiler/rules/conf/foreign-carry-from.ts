import { type Problem, type Text, defineDiagnostic, joinTexts, name, placeOf, say, words } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { EnvironmentRule } from "../rule.ts";

const keysOf = (file: PropertiesFile | null | undefined): readonly string[] => [...(file?.document.load().map.keys() ?? [])];

/**
 * Returns in words the number of keys, with the first three of `certain`, the keys before '=' or ':'. Any other key can be part of a secret
 * value, so the message does not name it.
 */
function some(keys: readonly string[], certain: readonly string[]): Text {
  if (certain.length === 0) return keys.length === 0 ? say`none` : say`${keys.length}`;
  return say`${keys.length} (${joinTexts(certain.slice(0, 3).map(name), ", ")}${words(keys.length > 3 ? ", ..." : "")})`;
}

const shared = (keys: readonly string[], other: ReadonlySet<string>): number => keys.filter((key) => other.has(key)).length;

/** Returns in words the kit's file that has more keys in common with the carryFrom file than the kit's conf has; null if none has. */
function isOther(old: readonly string[], env: CompiledEnvironment, common: number): string | null {
  if (shared(old, new Set(keysOf(env.release?.base.client))) > common) return "the client library's file";
  return shared(old, new Set(keysOf(env.release?.base.logger))) > common ? "a logger.properties" : null;
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const leaf = env.environment.carryFrom;
  const from = env.carryOver?.from;
  const { release } = env;
  const base = release?.base.connector;
  if (!leaf || !from || !base || !from.document.load().loads) return;
  const kit = keysOf(base);
  const writes = release.writes.filter(({ file }) => file === "connector");
  // a base file without any key that the release writes is not a conf; kit/write-target-missing reports that
  if (kit.length === 0 || (writes.length > 0 && !writes.some(({ key }) => kit.includes(key)))) return;
  const old = keysOf(from);
  const common = shared(old, new Set(kit));
  const other = isOther(old, env, common);
  if (common > 0 && common * 2 >= Math.min(old.length, kit.length) && other === null) return;
  const { lines, text } = from.document;
  const certain = lines.filter(({ separator }) => separator === "sign").map((line) => text.slice(line.keyStart, line.keyEnd));
  const args = { path: from.path, base: base.path, other, common, old, certain, kit };
  yield foreignCarryFrom.at(placeOf(leaf.span), args, {
    pointer: leaf.pointer,
    needs: { file: from.path, pointer: "" },
    related: [{ message: say`the named file`, place: from.source.placeOf(0) }],
  });
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const INSTALLED = "environments/demo/installed/connector.properties";
const carry = (text: string) => ({
  file: ENVIRONMENT,
  replace: "authentication: password\n",
  with: "authentication: password\ncarryFrom: installed/connector.properties\n",
  also: [{ file: INSTALLED, with: text }],
});

interface Args {
  /** Paths of the file that carryFrom names (`path`) and of the kit's conf (`base`). */
  readonly path: string;
  readonly base: string;
  /** The kit's file that the file named in carryFrom resembles, in words; null if it resembles none. */
  readonly other: string | null;
  /** Number of keys that both files have. `old` has the keys of the file that carryFrom names, `kit` those of the kit's conf. */
  readonly common: number;
  readonly old: readonly string[];
  /** Keys of `old` that a '=' or ':' follows, so that they are certainly keys and no part of a value. */
  readonly certain: readonly string[];
  readonly kit: readonly string[];
}

const foreignCarryFrom = defineDiagnostic({
  id: "conf/foreign-carry-from",
  severity: "error",
  title: "carryFrom names a file that is not the connector's conf",
  why: "All settings of the workstations would be lost. Carry-over keeps the values of keys that both confs have. An empty file, a saved web page or another properties file has none of them, so the vendor's own values would silently replace them.",
  remedy: "Name the previously installed conf, from the plug-in's conf folder of a workstation.",
  clauses: ["C7"],
  message: ({ path, base, other, common, old, certain, kit }: Args) => ({
    message: say`carryFrom names ${name(path)}, which ${words(other ? `looks like ${other}` : "is not a conf of this connector")}`,
    notes: [
      say`it shares ${words(common === 0 ? "no key" : common === 1 ? "one key" : `${common} keys`)} with the kit's ${name(base)}; it has ${some(old, certain)}, the kit ${some(kit, kit)}`,
      say`every value that was set on the workstations would be lost`,
    ],
    help: say`name the connector conf that was installed before this release, as it was in the plug-in's conf folder, or leave carryFrom out`,
  }),
  fails: carry("<html>\n<body>Sign in</body>\n</html>\n"),
  passes: [carry("LicenseDir=27000@lic.example.com\nSTAGING_DIR=D\\:\\\\plm\nOLD=1\n")],
});

export const rule: EnvironmentRule = { ...foreignCarryFrom, scope: "environment", check };
