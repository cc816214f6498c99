import { type Command, FINDING_FORMS } from "../../../report/index.ts";
import { RUN_OPTIONS, runAndReport } from "./run.ts";

export const command: Command = {
  name: "check",
  summary: "runs all static rules and verdicts; compiles nothing",
  group: "Every day",
  short: "judges the repository; writes only .tierwright/",
  arguments: [{ name: "ENV", summary: "environments to report on (default: all)", optional: true, many: true }],
  options: [
    ...RUN_OPTIONS,
    { name: "all-releases", summary: "also report what is still to decide in releases that no environment uses yet" },
    { name: "fix", summary: "apply the safe fixes, then check again" },
    { name: "fix-review", summary: "apply every fix; review the change before you commit it" },
  ],
  formats: FINDING_FORMS,
  examples: [
    {
      command: "check",
      does: "reports findings with their YAML lines and each environment's verdict; exit code 1 if anything blocks",
    },
    {
      command: 'check production --hosts "C:\\Windows\\System32\\drivers\\etc\\hosts" --require-proof --resolve',
      does: "proves that sign-in and file transfer reach the same tier from this workstation",
    },
  ],
  run: (invocation) => runAndReport(invocation, null),
};
