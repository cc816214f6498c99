import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, type Text, value, words } from "../../diagnostic/text.ts";
import { adoptExample } from "../repo/example-workstation.ts";

type Args = {
  readonly workstation: string;
  readonly file: string;
} /** `field`: a key that a field decides, with a value that no text of the field produces. */ & (
  | { readonly seen: "field"; readonly key: string; readonly value: string; readonly field: string }
  /** A value of an adopted key that looks like a secret, although the YAML field for the key accepts no reference to a secret. */
  | { readonly seen: "secret"; readonly key: string; readonly field: string }
  /** A value of an adopted key with a character that no YAML document can contain. */
  | { readonly seen: "characters"; readonly key: string; readonly character: string }
  /** A file of the workstation for which the release has no base file, so that it cannot be compiled. */
  | { readonly seen: "no-base"; readonly release: string }
  /** A field that an adopted environment needs but that no key of the workstation contains. */
  | { readonly seen: "absent"; readonly field: string; readonly keys: readonly string[] }
  /** An adopted key for which the adopted environment would compile another value than the workstation has. */
  | { readonly seen: "other"; readonly key: string }
);

function headline(found: Args): { readonly message: Text; readonly notes?: readonly Text[]; readonly help: Text } {
  switch (found.seen) {
    case "field":
      return {
        message: say`${name(found.key)} of the ${words(found.file)} file is ${value(found.value)}, which ${words(found.field)} cannot express`,
        help: say`write it on the workstation, or in a copy of its files, as the field would, and adopt again`,
      };
    case "secret":
      return {
        message: say`${name(found.key)} of the ${words(found.file)} file holds an apparent secret, or was left out as one`,
        notes: [say`it is decided by ${words(found.field)}, which is plain text in the repository`],
        help: say`take the password out of the value; it belongs to the person who signs in`,
      };
    case "characters":
      return {
        message: say`${name(found.key)} of the ${words(found.file)} file holds ${words(found.character)}, which no YAML document can hold`,
        help: say`correct the value on the workstation, or in a copy of its files, and adopt again`,
      };
    case "no-base":
      return {
        message: say`the workstation has a ${words(found.file)} file, and release ${name(found.release)} has none to compile`,
        help: say`import the release's kit with \`tierwright kit import SOURCE\`, or name the release that is installed with --release`,
      };
    case "absent":
      return {
        message: say`no key gives ${words(found.field)}, which an environment needs`,
        notes: [say`it would be in ${words(found.keys.join(", "))}`],
        help: say`check that this is the file that the connector reads`,
      };
    default:
      return {
        message: say`an environment would give ${name(found.key)} of the ${words(found.file)} file another value than it has`,
        help: say`write the environment by hand, and report this with how the key got its value`,
      };
  }
}

export const notAdoptable = defineDiagnostic({
  id: "conf/not-adoptable",
  severity: "error",
  title: "a workstation's file holds what no environment can express",
  why: "An adopted environment must compile to the same values. A value that its fields cannot give would come back changed, and the first deploy would silently change the workstation.",
  remedy: "Correct the value on the workstation, or in a copy of its files, and adopt again.",
  clauses: ["B7"],
  message: (found: Args) => {
    const { message, notes = [], help } = headline(found);
    const kept = say`no environment was written for this workstation`;
    return { message: say`${name(found.workstation)}: ${message}`, notes: [...notes, kept], help };
  },
  fails: adoptExample({ client: ["BOOTSTRAP_URLS", "BOOTSTRAP_URL"] }),
  passes: [adoptExample()],
});
