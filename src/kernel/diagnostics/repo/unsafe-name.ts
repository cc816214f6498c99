import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, quotedName, say, words } from "../../diagnostic/text.ts";

interface Args {
  readonly field: "connector.folder" | "connector.conf" | "profile.file";
  readonly name: string;
  /** The reason why a name is not valid, in words; `doubled`: the name already ends in the file name extension that Tierwright adds. */
  readonly fault: "doubled" | { readonly words: string };
}

export const unsafeName = defineDiagnostic({
  id: "repo/unsafe-name",
  severity: "error",
  title: "a name of the site cannot be the name of a file or folder",
  why: "connector.conf and connector.folder become parts of paths, here and on workstations. A separator would lead out of the intended folder, and Windows refuses or changes reserved names, and dots and spaces at the end.",
  remedy: "Write a plain name: no separators, no extension, nothing reserved by Windows.",
  clauses: ["B5"],
  message: ({ field, name: found, fault }: Args) => ({
    message: say`${name(field)} ${quotedName(found)} cannot be a name in a folder`,
    notes: [
      fault === "doubled"
        ? say`.properties is added to it, so ${name(`${found}.properties`)} would be looked for`
        : words(fault.words),
    ],
    help:
      field === "connector.conf"
        ? say`write the name of the conf without .properties, for example connector`
        : field === "profile.file"
          ? say`write the name of the profile's file, for example PLM_Profile.mdzip`
          : say`write the name of the plug-in's folder`,
  }),
  fails: { file: "environments/site.yaml", replace: "conf: connector }", with: "conf: ../connector }" },
  passes: [{ file: "environments/site.yaml", replace: "conf: connector }", with: "conf: plm-connector }" }],
});
