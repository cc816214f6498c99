import { defineDiagnostic } from "../../diagnostic/define.ts";
import { words } from "../../diagnostic/text.ts";
import { type ProbeArgs, probeWords } from "./probe-words.ts";

const ENVIRONMENT = "environments/demo/environment.yaml";

export const probeNotProven = defineDiagnostic({
  id: "tier/probe-not-proven",
  severity: "warning",
  title: "the running tier was probed, and the question stays open",
  why: "An unanswered probe, or one whose control failed, proves nothing. The first person who relies on it would find out.",
  remedy: "Run the probe from where the tier can be reached and its names resolve, and follow its help.",
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
