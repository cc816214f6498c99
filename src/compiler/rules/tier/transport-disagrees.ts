import { type Problem, type Text, defineDiagnostic, name, say, value, words } from "../../../kernel/index.ts";
import type { CompiledEnvironment, Decision } from "../../compile/compiled.ts";
import type { FileRole } from "../../model/files.ts";
import type { EnvironmentRule } from "../rule.ts";

interface Setting {
  readonly file: FileRole;
  readonly key: string;
  readonly decision: Decision;
  /** The transport that the key's value stands for: 'tccs', 'http', or the value itself in lower case. */
  readonly means: string;
}

function meaning(key: string, value: string): string {
  const lower = value.trim().toLowerCase();
  if (key !== "IS_TCCS") return lower;
  return lower === "true" ? "tccs" : lower === "false" ? "http" : lower;
}

function settingsOf(env: CompiledEnvironment): readonly Setting[] {
  const settings: Setting[] = [];
  for (const file of ["connector", "client"] as const) {
    for (const key of ["Transport", "TRANSPORT", "IS_TCCS"]) {
      const decision = env.files[file]?.keys.get(key)?.decision;
      if (decision) settings.push({ file, key, decision, means: meaning(key, decision.value) });
    }
  }
  return settings;
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const all = settingsOf(env);
  const wanted = env.environment.tier.transport?.text ?? "http";
  for (const { file, key, decision, means } of all) {
    if (means === wanted) continue;
    const right = all.find((item) => item.means === wanted && item.decision.place);
    const related = right?.decision.place
      ? [{ message: say`${set(right)} is ${value(right.decision.value)}`, place: right.decision.place }]
      : [];
    const args: Args = { key, file, found: decision.value, layer: decision.layer, wanted };
    yield transportDisagrees.at(decision.place, args, { pointer: decision.pointer, related });
  }
}

const RELEASE = "releases/2506/release.yaml";

interface Args extends Pick<Setting, "key" | "file"> {
  readonly found: string;
  readonly layer: string;
  readonly wanted: string;
}

const set = ({ key, file }: Pick<Setting, "key" | "file">): Text => say`${name(key)} of the ${words(file)} file`;

const transportDisagrees = defineDiagnostic({
  id: "tier/transport-disagrees",
  severity: "error",
  title: "Transport, TRANSPORT and IS_TCCS do not agree across the two files",
  why: "Sign-in and file transfer would use different channels. The connector and its client library each read their own copy of the three keys; with http in one and tccs in the other, one of them fails or goes elsewhere.",
  remedy: "Write all three keys in both files from tier.transport.",
  clauses: ["B1"],
  message: ({ key, file, found, layer, wanted }: Args) => ({
    message: say`${set({ key, file })} is ${value(found)} (layer ${words(layer)}), and the transport is ${value(wanted)}`,
    notes: [say`the connector and its client library would use different channels`],
    help: say`write value: '{{${words(key === "IS_TCCS" ? "tier.isTccs" : "tier.transport")}}}' for ${name(key)} of both files below writes of release.yaml, or delete writes: the connector's own table has all of them`,
  }),
  fails: {
    file: RELEASE,
    replace: "{ file: client, key: TRANSPORT, value: '{{tier.transport}}', decides",
    with: "{ file: client, key: TRANSPORT, value: 'tccs', decides",
    beside: ["conf/write-set"],
  },
  passes: [{ file: "environments/demo/environment.yaml", replace: "transport: http", with: "transport: tccs" }],
});

export const rule: EnvironmentRule = { ...transportDisagrees, scope: "environment", check };
