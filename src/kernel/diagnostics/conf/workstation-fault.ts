import { defineDiagnostic } from "../../diagnostic/define.ts";
import { words } from "../../diagnostic/text.ts";
import { type WorkstationArgs, workstationWords } from "./workstation-words.ts";

const ENVIRONMENT = "environments/demo/environment.yaml";

export const workstationFault = defineDiagnostic({
  id: "conf/workstation-fault",
  severity: "error",
  title: "a check of a workstation failed or had no answer",
  why: "`tierwright doctor` reads files as Java and the tool do. A fault that it finds fails for the person who starts the tool, mostly with a message that names another cause.",
  remedy: "Follow the check's help; `tierwright help doctor.md` describes each check.",
  clauses: ["H5"],
  message: ({ known, ...args }: WorkstationArgs & { readonly known: boolean }) =>
    workstationWords(args, words(known ? "fails" : "came to no answer")),
  fails: {
    file: ENVIRONMENT,
    replace: "licenseServer: 27000@lic.example.com",
    with: "licenseServer: 27000@moved.example.com # and a workstation has the old one",
    options: { doctor: true },
  },
  passes: [
    {
      file: ENVIRONMENT,
      replace: "sessionAgent: none",
      with: "sessionAgent: none # as on the workstation",
      options: { doctor: true },
    },
  ],
});
