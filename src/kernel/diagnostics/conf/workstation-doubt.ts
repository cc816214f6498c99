import { defineDiagnostic } from "../../diagnostic/define.ts";
import { words } from "../../diagnostic/text.ts";
import { type WorkstationArgs, workstationWords } from "./workstation-words.ts";

export const workstationDoubt = defineDiagnostic({
  id: "conf/workstation-doubt",
  severity: "warning",
  title: "a workstation works as it is, but needs a look",
  why: "`tierwright doctor` warned. It warns of what does not stop the tool and is seldom wanted: settings that are not in effect yet, a log that holds passwords, a row that could not be read.",
  remedy: "Follow the check's help, or know the reason; `tierwright help doctor.md` describes each check.",
  clauses: ["H5"],
  message: (args: WorkstationArgs) => workstationWords(args, words("warns")),
  fails: {
    file: "environments/site.yaml",
    replace: "  envPrefix: CAMEO\n",
    with: "  envPrefix: CAMEO\n  versionFrom: { file: bin/version.txt, pattern: 'version (.+)' } # no workstation has it\n",
    options: { doctor: true },
  },
  passes: [
    {
      file: "environments/site.yaml",
      replace: "  envPrefix: CAMEO\n",
      with: "  envPrefix: CAMEO # as before\n",
      options: { doctor: true },
    },
  ],
});
