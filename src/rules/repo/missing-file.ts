import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/missing-file",
  severity: "error",
  title: "a file that the repository needs is not there",
  why: "An environment is compiled from its YAML, the site, the matrix, its release and the kit's base files. Without one of them there is no verdict or no file, and guessing would put a wrong address on a workstation.",
  remedy: "Write the file, or correct the name that refers to it.",
  clauses: ["C7"],
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "authentication: password\n",
    with: "authentication: password\ncarryFrom: installed/connector.properties\n",
  },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: "authentication: password\n",
      with: "authentication: password\ncarryFrom: installed/connector.properties\n",
      also: [{ file: "environments/demo/installed/connector.properties", with: "LicenseDir=27000@lic.example.com\n" }],
    },
  ],
};
