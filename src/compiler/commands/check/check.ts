import { type Command, FINDING_FORMS } from "../../../report/index.ts";
import { RUN_OPTIONS, runAndReport } from "./run.ts";

export const command: Command = {
  name: "check",
  summary: "all static rules and verdicts; compiles nothing",
  arguments: [{ name: "ENV", summary: "environments to report on (default: all)", optional: true, many: true }],
  options: [
    ...RUN_OPTIONS,
    { name: "fix", summary: "apply the fixes that are safe, then check again" },
    { name: "fix-review", summary: "apply every fix; look at the change before you commit it" },
  ],
  formats: FINDING_FORMS,
  examples: [
    {
      command: "check",
      does: "findings on their YAML line, the verdict of each environment, exit code 1 when something must not pass",
    },
    {
      command: "check production --hosts C:\\Windows\\System32\\drivers\\etc\\hosts --require-proof --resolve",
      does: "proves that sign-in and file transfer reach the same tier from this workstation",
    },
  ],
  run: (invocation) => runAndReport(invocation, null),
};
