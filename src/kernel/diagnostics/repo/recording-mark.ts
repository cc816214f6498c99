import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, quotedName, say } from "../../diagnostic/text.ts";
import { yamlScalar } from "../../diagnostic/yaml-scalar.ts";

/** `folder`: the name of a recording's folder. `of`: the environment that its `derivedFrom` names. */
type Args = { readonly folder: string } & (
  | { readonly seen: "unmarked" }
  | { readonly seen: "other"; readonly of: string }
  /** A recording whose environment (`of`) does not exist any more. */
  | { readonly seen: "left"; readonly of: string }
  /** A recording that is marked by derivedFrom but whose name does not end in .recording. */
  | { readonly seen: "misnamed"; readonly of: string }
);

const document = (folder: string, mark: string): string => `apiVersion: tierwright/v1
kind: Environment
name: ${folder}
extends: demo
${mark}tier:
  signIn: http://127.0.0.1:18443/tc
  fileTransfer: [ "http://127.0.0.1:14544" ]
`;
const RECORDING = "environments/demo.recording/environment.yaml";

export const recordingMark = defineDiagnostic({
  id: "repo/recording-mark",
  severity: "error",
  title: "a recording's name and its derivedFrom do not agree",
  why: "The folder of a recording is NAME.recording, and derivedFrom names NAME. A recording is derived from an environment to record what a workstation sends, and is left out of check, plan, bundle, report and the job matrix; name and mark must agree so that nothing else is left out.",
  remedy: "Rename the environment, or remove its derivedFrom. A recording without its environment can be removed.",
  clauses: ["B9"],
  message: (found: Args) => {
    const folder = name(`environments/${found.folder}`);
    switch (found.seen) {
      case "unmarked":
        return {
          message: say`${folder} is named like a recording, but has no derivedFrom`,
          notes: [say`check, compile, plan, bundle and report ignore names that end in .recording`],
          help: say`give the folder a name that does not end in .recording`,
        };
      case "other":
        return {
          message: say`${folder} is not named after ${quotedName(found.of)}, which it records`,
          notes: [say`nothing looks for it under that name`],
          help: say`remove the folder and record again: a recording of ${name(found.of)} is called ${name(`${found.of}.recording`)}`,
        };
      case "left":
        return {
          message: say`${folder} is the recording of ${quotedName(found.of)}, and there is no such environment`,
          notes: [say`it was renamed or removed after the recording`],
          help: say`remove the folder`,
        };
      default:
        return {
          message: say`derivedFrom marks a recording, but ${folder} is named like an environment`,
          notes: [say`it is treated as an environment, although its addresses lead through a relay`],
          help: say`remove \`derivedFrom: ${name(yamlScalar(found.of))}\`, or remove the folder and record again`,
        };
    }
  },
  fails: { file: RECORDING, with: document("demo.recording", "") },
  passes: [{ file: RECORDING, with: document("demo.recording", "derivedFrom: demo\n") }],
});
