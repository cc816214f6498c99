import type { CompiledEnvironment, Decision } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { FileRole } from "../../model/files.ts";
import type { EnvironmentRule } from "../rule.ts";

interface Said {
  readonly file: FileRole;
  readonly key: string;
  readonly decision: Decision;
  /** What the value means: 'tccs', 'http', or the text itself. */
  readonly means: string;
}

function meaning(key: string, value: string): string {
  const lower = value.trim().toLowerCase();
  if (key !== "IS_TCCS") return lower;
  return lower === "true" ? "tccs" : lower === "false" ? "http" : lower;
}

function said(env: CompiledEnvironment): readonly Said[] {
  return (["connector", "client"] as const).flatMap((file) =>
    ["Transport", "TRANSPORT", "IS_TCCS"].flatMap((key) => {
      const decision = env.files[file]?.keys.get(key)?.decision;
      return decision ? [{ file, key, decision, means: meaning(key, decision.value) }] : [];
    }),
  );
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const all = said(env);
  const wanted = env.environment.tier.transport?.text ?? "http";
  const odd = all.filter((item) => item.means !== wanted);
  for (const { file, key, decision } of odd) {
    yield {
      at: decision.place,
      ...(decision.pointer === null ? {} : { pointer: decision.pointer }),
      message: `${key} of the ${file} file is '${decision.value}' (layer ${decision.layer}), and this environment's transport is ${wanted}: the connector and its client library would take different ways`,
      help: `let the write table of the release decide ${key} in both files`,
      related: all
        .filter((item) => item.means === wanted && item.decision.place)
        .slice(0, 1)
        .map((item) => ({
          message: `${item.key} of the ${item.file} file is '${item.decision.value}'`,
          place: item.decision.place as NonNullable<Decision["place"]>,
        })),
    };
  }
}

const RELEASE = "releases/2506/release.yaml";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "tier/transport-disagrees",
  severity: "error",
  title: "Transport, TRANSPORT and IS_TCCS do not agree across the two files",
  why: "The connector and its client library each read their own copy of the three keys. With http in one and tccs in the other, sign-in and file transfer use different channels, and one of them fails or goes elsewhere.",
  remedy: "Write all three keys in both files from tier.transport.",
  clauses: ["B1"],
  fails: {
    file: RELEASE,
    replace: "{ file: client, key: TRANSPORT, value: '{{tier.transport}}', decides",
    with: "{ file: client, key: TRANSPORT, value: 'tccs', decides",
    beside: ["conf/write-set"],
  },
  passes: [{ file: "environments/demo/environment.yaml", replace: "transport: http", with: "transport: tccs" }],
  check,
};
