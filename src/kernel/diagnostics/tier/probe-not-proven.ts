import { defineDiagnostic } from "../../diagnostic/define.ts";
import { words } from "../../diagnostic/text.ts";
import { type ProbeArgs, probeWords } from "./probe-words.ts";

const ENVIRONMENT = "environments/demo/environment.yaml";

export const probeNotProven = defineDiagnostic({
  id: "tier/probe-not-proven",
  severity: "warning",
  title: "the running tier was asked, and the answer leaves the question open",
  why: "A probe that was not answered, or whose control failed, says nothing for and nothing against the environment. What nobody has proven is found out by the first person who relies on it.",
  remedy: "Run the probe from where the tier can be reached and its names resolve, and do what it says.",
  clauses: ["F3"],
  message: (args: ProbeArgs) => probeWords(args, words("is not proven")),
  fails: {
    file: ENVIRONMENT,
    replace: "transport: http",
    with: "transport: http # probed, and nobody answers",
    options: { probe: true },
  },
  passes: [{ file: ENVIRONMENT, replace: "transport: http", with: "transport: http # not probed" }],
});
