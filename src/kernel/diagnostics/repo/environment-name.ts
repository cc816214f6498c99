import { defineDiagnostic } from "../../diagnostic/define.ts";
import { usableEnvironmentName } from "../../text/paths.ts";
import { yamlScalar } from "../../diagnostic/yaml-scalar.ts";
import { name, quotedName, say, type Text, words } from "../../diagnostic/text.ts";

type Args = {
  readonly folder: string;
} /** `fault`: why no environment can have this name; `name`: a usable name that the document itself declares, or null. */ & (
  | { readonly seen: "unusable"; readonly fault: string; readonly name: string | null }
  | { readonly seen: "differs"; readonly name: string }
  | { readonly seen: "case"; readonly twin: string }
);

/**
 * Returns the instruction to rename an environment, with a name that would be accepted; without one if the folder's name has no usable
 * character.
 */
function renamed(folder: string): Text {
  const usable = usableEnvironmentName(folder);
  if (usable === null) return say`rename the folder and \`name\``;
  return say`rename the folder to ${name(usable)} and write name: ${name(yamlScalar(usable))}`;
}

export const environmentName = defineDiagnostic({
  id: "repo/environment-name",
  severity: "error",
  // many findings without a line are reported at the line of `name`, so an error about the name leaves nothing unread
  unread: "nothing",
  ofNames: true,
  title: "an environment's name cannot be used, or differs from its folder",
  why: "A name that differs from its folder marks a copy that was not renamed. The name becomes a folder of dist/ and part of a bundle's file name, on Windows too: reserved device names, a dot at the end and names that differ only in case fail or overwrite each other there.",
  remedy: "Use a-z, 0-9, '.', '_' and '-', the same in `name` and folder.",
  clauses: ["B5"],
  message: (found: Args) => {
    const { folder } = found;
    if (found.seen === "unusable")
      return {
        message: say`the environment's folder is ${quotedName(folder)}, which no environment can be called`,
        notes: [words(found.fault)],
        help: found.name === null ? renamed(folder) : say`rename the folder to ${name(found.name)}`,
      };
    if (found.seen === "differs")
      return {
        message: say`name is ${quotedName(found.name)}, but the folder is environments/${name(folder)}`,
        notes: [say`a copied environment that was not renamed writes the other one's tier`],
        help: say`write name: ${name(yamlScalar(folder))}, or rename the folder`,
      };
    return {
      message: say`${quotedName(folder)} and ${quotedName(found.twin)} differ only in case`,
      notes: [say`on Windows they are one folder`],
      help: say`rename one of them`,
    };
  },
  fails: { file: "environments/demo/environment.yaml", replace: "name: demo", with: "name: production" },
  passes: [{ file: "environments/demo/environment.yaml", replace: "name: demo", with: "name: 'demo'" }],
});
