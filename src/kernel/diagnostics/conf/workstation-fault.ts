import { defineDiagnostic } from "../../diagnostic/define.ts";
import { words } from "../../diagnostic/text.ts";
import { type WorkstationArgs, workstationWords } from "./workstation-words.ts";

const ENVIRONMENT = "environments/demo/environment.yaml";

export const workstationFault = defineDiagnostic({
  id: "conf/workstation-fault",
  severity: "error",
  title: "a check of a workstation failed, or came to no answer",
  why: "`tierwright doctor` reads a workstation's files as Java and the tool read them. What it finds wrong there fails for the person who starts the tool, and mostly with a message that names another cause.",
  remedy: "Do what the check says; docs/doctor.md tells what each one asks, and what would happen otherwise.",
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
