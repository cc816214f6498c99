import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { EnvironmentRule } from "../rule.ts";

const SWITCHES = [
  {
    file: "connector",
    key: "USE_JCEF_BROWSER",
    otherwise: "false: the embedded panel then uses the web view of the operating system",
  },
  { file: "connector", key: "IS_TCCS", otherwise: "false: requests then do not use the local channel" },
  { file: "client", key: "IS_TCCS", otherwise: "false: files then do not use the local channel" },
  { file: "logger", key: "isPayloadRequired", otherwise: "false: no payload is written" },
] as const;

function* check(env: CompiledEnvironment): Iterable<Problem> {
  for (const { file, key, otherwise } of SWITCHES) {
    const decision = env.files[file]?.keys.get(key)?.decision;
    if (!decision || decision.secret || /^(true|false)$/i.test(decision.value)) continue;
    yield {
      at: decision.place,
      ...(decision.pointer === null ? {} : { pointer: decision.pointer }),
      message: `${key} of the ${file} file would be '${decision.value}': Java reads everything but 'true' as ${otherwise}`,
      help: "write true or false",
    };
  }
}

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "conf/not-boolean",
  severity: "error",
  title: "a switch is neither true nor false",
  why: "Java's Boolean.parseBoolean takes 'true' in any case as true and everything else, 'yes', '1' and 'true ' with a blank included, as false, without an error.",
  remedy: "Write true or false.",
  clauses: ["B5"],
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "  embeddedBrowser: system\n",
    with: "  set: { connector: { USE_JCEF_BROWSER: yes } }\n",
  },
  passes: [
    { file: "environments/demo/environment.yaml", replace: "  embeddedBrowser: system\n", with: "  embeddedBrowser: bundled\n" },
  ],
  check,
};
