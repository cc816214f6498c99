import {
  type Problem,
  defineDiagnostic,
  placeOf,
  quotedName,
  say,
  spotOf,
  windowsPathFault,
  words,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { EnvironmentRule } from "../rule.ts";

/** Matches values of workstation.sessionAgent that certainly mean that there is no session agent. */
const MEANS_NONE = /^(no|none|false|off|null|~)$/i;

function* check({ environment }: CompiledEnvironment): Iterable<Problem> {
  const leaf = environment.workstation.sessionAgent;
  if (!leaf || leaf.text === "" || leaf.text === "none") return;
  const fault = windowsPathFault(leaf.text, false);
  if (fault === null) return;
  const place = placeOf(leaf.span);
  const none = MEANS_NONE.test(leaf.text);
  const fixable = none && leaf.style !== "block" && !leaf.anchored;
  const fix = { title: "write none", safe: true, edits: [{ place, text: "none" }] };
  const about = { pointer: leaf.pointer, explains: [spotOf(place)], ...(fixable && { fix }) };
  yield unusableAgent.at(place, { found: leaf.text, fault, none }, about);
}

interface Args {
  readonly found: string;
  /** Why Windows does not allow the path, as a clause that follows the word 'it'. */
  readonly fault: string;
  /** True if the text of workstation.sessionAgent certainly means 'none'. */
  readonly none: boolean;
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const AGENT = "sessionAgent: none";

const unusableAgent = defineDiagnostic({
  id: "sso/unusable-agent",
  severity: "error",
  title: "workstation.sessionAgent is neither none nor a folder on workstations",
  why: "The single sign-on of the connector starts a script of the session agent, in the folder that TCSSO_SESSION_AGENT_PATH names. A text such as 'yes' names no folder: the script would not be found, and every sign-in would stop with an error about the agent.",
  remedy: "Write the agent's folder as an absolute Windows path, or none while no agent is installed.",
  clauses: ["B6"],
  message: ({ found, fault, none }: Args) => ({
    message: say`workstation.sessionAgent is ${quotedName(found)}, which is neither none nor a folder on workstations`,
    notes: [say`it ${words(fault)}`],
    help: none
      ? say`write none, or the agent's whole folder with its drive, for example 'C:\\Program Files\\SessionAgent'`
      : say`write the agent's whole folder with its drive, for example 'C:\\Program Files\\SessionAgent', or none if no agent is installed`,
  }),
  fails: { file: ENVIRONMENT, replace: AGENT, with: "sessionAgent: yes" },
  passes: [
    { file: ENVIRONMENT, replace: AGENT, with: "sessionAgent: 'C:\\Program Files\\SessionAgent'" },
    { file: ENVIRONMENT, replace: AGENT, with: "sessionAgent: ''" },
  ],
});

export const rule: EnvironmentRule = { ...unusableAgent, scope: "environment", check };
