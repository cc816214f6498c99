import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, quotedName, say } from "../../diagnostic/text.ts";
import { yamlScalar } from "../../diagnostic/yaml-scalar.ts";

/** `folder`: the folder's name. `of`: the environment that derivedFrom names. */
type Args = { readonly folder: string } & (
  | { readonly seen: "unmarked" }
  | { readonly seen: "other"; readonly of: string }
  /** The recorded environment does not exist. */
  | { readonly seen: "left"; readonly of: string }
  /** A marked recording with a name that does not end in .recording. */
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
  title: "a recording is not marked as one, or what is marked is not called so",
  why: "A recording is derived from an environment to record what a workstation sends, and is left out wherever all environments are meant: check, plan, bundle, report, the job matrix. So that nothing else is left out under such a name, its name and its mark have to agree: the folder is called NAME.recording, and derivedFrom names NAME.",
  remedy:
    "Give the environment another name, or take derivedFrom out of it. A recording whose environment is gone can be removed.",
  clauses: ["B9"],
  message: (found: Args) => {
    const folder = name(`environments/${found.folder}`);
    switch (found.seen) {
      case "unmarked":
        return {
          message: say`${folder} is called a recording, and no derivedFrom says of which environment`,
          notes: [
            say`names that end in .recording are left out of check, compile, plan, bundle and report: nothing would look at it`,
          ],
          help: say`give the folder a name that does not end in .recording`,
        };
      case "other":
        return {
          message: say`${folder} is called the recording of another environment than ${quotedName(found.of)}`,
          notes: [say`nobody looks at it under that name`],
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
          message: say`derivedFrom marks a recording, and ${folder} is called like an environment`,
          notes: [say`it is taken for an environment, whose addresses lead through a relay`],
          help: say`take \`derivedFrom: ${name(yamlScalar(found.of))}\` out, or remove the folder and record again`,
        };
    }
  },
  fails: { file: RECORDING, with: document("demo.recording", "") },
  passes: [{ file: RECORDING, with: document("demo.recording", "derivedFrom: demo\n") }],
});
