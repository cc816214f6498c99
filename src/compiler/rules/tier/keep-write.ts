import { type Problem, defineDiagnostic, name, placeOf, say } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check({ environment, release }: CompiledEnvironment): Iterable<Problem> {
  for (const key of environment.workstation.keep) {
    const write = release?.writes.find((item) => item.key === key.text);
    if (!write) continue;
    const related = [{ message: say`the write`, place: placeOf(write.span) }];
    yield keepWrite.at(placeOf(key.span), { key: key.text, decides: write.decides }, { pointer: key.pointer, related });
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";

const keepWrite = defineDiagnostic({
  id: "tier/keep-write",
  severity: "error",
  title: "a workstation keeps a key that the environment decides",
  why: "Sign-in and file transfer could then use two tiers. A deploy takes the keys of workstation.keep from the live conf; for one of the environment's writes that is the previous tier's address.",
  remedy: "Keep only what belongs to the machine, such as a staging folder.",
  clauses: ["B1", "C7"],
  message: ({ key, decides }: { readonly key: string; readonly decides: string }) => ({
    message: say`workstation.keep lets a workstation keep its own ${name(key)}, which the environment writes`,
    notes: [say`it decides ${name(decides)}`, say`after a deploy the two files could name two tiers`],
    help: say`remove it; the writes are one unit, all old or all new`,
  }),
  fails: {
    file: ENVIRONMENT,
    replace: "  sessionAgent: none\n",
    with: "  sessionAgent: none\n  keep: [TC_SERVER_URL]\n",
  },
  passes: [{ file: ENVIRONMENT, replace: "  sessionAgent: none\n", with: "  sessionAgent: none\n  keep: [STAGING_DIR]\n" }],
});

export const rule: EnvironmentRule = { ...keepWrite, scope: "environment", check };
