import { type Problem, defineDiagnostic, name, say, value, words } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { FileRole } from "../../model/files.ts";
import type { EnvironmentRule } from "../rule.ts";

const SWITCHES = [
  {
    file: "connector",
    key: "USE_JCEF_BROWSER",
    otherwise: "the embedded panel uses the web view of the operating system",
  },
  { file: "connector", key: "IS_TCCS", otherwise: "requests do not use the local channel" },
  { file: "client", key: "IS_TCCS", otherwise: "files do not use the local channel" },
  { file: "logger", key: "isPayloadRequired", otherwise: "no payload is written" },
] as const;

function* check(env: CompiledEnvironment): Iterable<Problem> {
  for (const { file, key, otherwise } of SWITCHES) {
    const decision = env.files[file]?.keys.get(key)?.decision;
    if (!decision || decision.secret || /^(true|false)$/i.test(decision.value)) continue;
    yield notBoolean.at(decision.place, { file, key, otherwise, found: decision.value }, { pointer: decision.pointer });
  }
}

interface Args {
  readonly file: FileRole;
  readonly key: string;
  readonly found: string;
  readonly otherwise: string;
}

const notBoolean = defineDiagnostic({
  id: "conf/not-boolean",
  severity: "error",
  title: "a switch is neither true nor false",
  why: "Java silently reads everything but 'true' as false. That includes 'yes', '1' and 'true ' with its space; 'true' counts in any case.",
  remedy: "Write true or false.",
  clauses: ["B5"],
  message: ({ file, key, found, otherwise }: Args) => ({
    message: say`${name(key)} of the ${words(file)} file would be ${value(found)}, which is neither true nor false`,
    notes: [say`Java reads everything but 'true' as false: ${words(otherwise)}`],
    help: say`write true or false`,
  }),
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "  embeddedBrowser: system\n",
    with: "  set: { connector: { USE_JCEF_BROWSER: yes } }\n",
  },
  passes: [
    { file: "environments/demo/environment.yaml", replace: "  embeddedBrowser: system\n", with: "  embeddedBrowser: bundled\n" },
  ],
});

export const rule: EnvironmentRule = { ...notBoolean, scope: "environment", check };
