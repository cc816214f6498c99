import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { PropertiesFile } from "../../model/files.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

const keysOf = (file: PropertiesFile | null): readonly string[] => [...(file?.document.load().map.keys() ?? [])];

const some = (keys: readonly string[]): string =>
  keys.length === 0 ? "none" : `${keys.length} (${keys.slice(0, 3).join(", ")}${keys.length > 3 ? ", ..." : ""})`;

const shared = (keys: readonly string[], other: ReadonlySet<string>): number => keys.filter((key) => other.has(key)).length;

/** What the file is instead, where it looks more like another file of the kit than like its conf. */
function isOther(old: readonly string[], env: CompiledEnvironment, common: number): string | null {
  const { client, logger } = env.release?.base ?? {};
  if (shared(old, new Set(keysOf(client ?? null))) > common) return "the client library's file";
  return shared(old, new Set(keysOf(logger ?? null))) > common ? "a logger.properties" : null;
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const leaf = env.environment.carryFrom;
  const from = env.carryOver?.from;
  const base = env.release?.base.connector;
  if (!leaf || !from || !base || !from.document.load().loads) return;
  const kit = keysOf(base);
  const writes = env.release?.writes.filter(({ file }) => file === "connector") ?? [];
  // a base file that is none has its own finding
  if (kit.length === 0 || (writes.length > 0 && !writes.some(({ key }) => kit.includes(key)))) return;
  const old = keysOf(from);
  const common = shared(old, new Set(kit));
  const other = isOther(old, env, common);
  if (common > 0 && common * 2 >= Math.min(old.length, kit.length) && other === null) return;
  yield {
    at: placeOf(leaf.span),
    pointer: leaf.pointer,
    needs: { file: from.path, pointer: "" },
    message: `carryFrom names ${from.path}, which ${other ? `looks like ${other}` : "is no conf of this connector"}: it shares ${common === 0 ? "no key" : common === 1 ? "one key" : `${common} keys`} with the kit's ${base.path}; it has ${some(old)}, the kit ${some(kit)}. Every value that was set on the workstations would be lost`,
    help: "name the connector conf that was installed before this release, as it lay in the plug-in's conf folder, or leave carryFrom out",
    related: [{ message: "the file that is named", place: from.source.placeOf(0) }],
  };
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const INSTALLED = "environments/demo/installed/connector.properties";
const carry = (text: string) => ({
  file: ENVIRONMENT,
  replace: "authentication: password\n",
  with: "authentication: password\ncarryFrom: installed/connector.properties\n",
  also: [{ file: INSTALLED, with: text }],
});

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "conf/foreign-carry-from",
  severity: "error",
  title: "carryFrom names a file that is not the connector's conf",
  why: "Carry-over keeps the values of keys that both confs have. A file that is empty, a web page that was saved, or another properties file has none of them: nothing is kept, and every setting of the workstations is replaced by the vendor's own without a word.",
  remedy: "Name the conf that was installed before, from the plug-in's conf folder of a workstation.",
  clauses: ["C7"],
  fails: carry("<html>\n<body>Sign in</body>\n</html>\n"),
  passes: [carry("LicenseDir=27000@lic.example.com\nSTAGING_DIR=D\\:\\\\plm\nOLD=1\n")],
  check,
};
