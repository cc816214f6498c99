import { defineDiagnostic, type Wording } from "../../diagnostic/define.ts";
import { orMeant } from "../../diagnostic/nearest.ts";
import { plural } from "../../diagnostic/plural.ts";
import { joinTexts, name, quotedName, say, words } from "../../diagnostic/text.ts";

const FOLDER = "releases/connectors";

/** A write that a connector profile declares: its file and its key, in words. */
interface Pair {
  readonly file: string;
  readonly key: string;
}

type Args =
  /** A connector profile that a release names and that does not exist. `all`: the names of the existing ones. */
  | { readonly seen: "absent"; readonly written: string; readonly near: string | null; readonly all: readonly string[] }
  /** A name of a connector profile that cannot be the name of a file. */
  | { readonly seen: "unusable"; readonly written: string; readonly fault: string }
  /** A connector profile whose own name differs from that of its file. */
  | { readonly seen: "name"; readonly found: string; readonly file: string }
  /** A field that every connector needs and for which the connector profile declares no write. */
  | { readonly seen: "lacks"; readonly field: string; readonly decides: string; readonly pairs: number }
  | ({ readonly seen: "twice" } & Pair)
  /** A write of a connector profile into a file that the profile does not list. */
  | ({ readonly seen: "file"; readonly files: readonly string[] } & Pair);

function wording(found: Args): Wording {
  switch (found.seen) {
    case "absent":
      return {
        message: say`connector names the profile ${quotedName(found.written)}, and ${name(`${FOLDER}/${found.written}.yaml`)} is missing${orMeant(found.near)}`,
        notes: [
          say`without the profile it is unknown which settings make an environment`,
          found.all.length === 0 ? say`${name(FOLDER)} holds no profile` : say`profiles: ${joinTexts(found.all.map(name), ", ")}`,
        ],
        help: say`write the profile, or leave connector out for the built-in one`,
      };
    case "unusable":
      return {
        message: say`connector ${quotedName(found.written)} cannot name a profile: ${words(found.fault)}`,
        notes: [say`a profile is the file ${name(`${FOLDER}/<name>.yaml`)}`],
        help: say`write the file's name without its folder and ending`,
      };
    case "name":
      return {
        message: say`connector is ${quotedName(found.found)}, but the file is ${name(found.file)}`,
        notes: [say`releases name the file`],
        help: say`give both the same name`,
      };
    case "lacks":
      return {
        message: say`no pair of this profile is fed by ${name(found.field)}`,
        notes: [
          say`it decides ${words(found.decides)}; the profile has ${words(plural(found.pairs, "pair"))} and leaves it to the vendor's value`,
          say`sign-in and file transfer could then reach two tiers`,
        ],
        help: say`add { file: ..., key: ..., field: ${words(found.field)} } with the key that the connector reads`,
      };
    case "twice":
      return {
        message: say`${name(found.key)} of the ${words(found.file)} file is declared twice`,
        notes: [say`the last pair would silently win`],
        help: say`keep one of them`,
      };
    case "file":
      return {
        message: say`${name(found.key)} is in the ${words(found.file)} file, which this profile does not list`,
        notes: [say`files: ${joinTexts(found.files.map(name), ", ")}`],
        help: say`add ${words(found.file)} to files, or correct the pair`,
      };
  }
}

export const connectorProfile = defineDiagnostic({
  id: "repo/connector-profile",
  severity: "error",
  title: "a connector profile is missing or does not describe a connector",
  why: "A profile replaces the built-in table of settings. Without a pair for sign-in and one for file transfer, or with a pair twice, an environment would be half decided: the vendor's value stays, and nothing reports it.",
  remedy: "Declare each pair once, with one that tier.signIn feeds and one that tier.fileTransfer feeds.",
  clauses: ["B1"],
  message: wording,
  fails: {
    file: "releases/2506/release.yaml",
    replace: "java: 17\n",
    with: "java: 17\nconnector: acme-bridge\n",
  },
  passes: [
    {
      file: "releases/connectors/acme-bridge.yaml",
      with: `apiVersion: tierwright/v1
kind: ConnectorProfile
connector: acme-bridge
writes:
  - { file: connector, key: BRIDGE_SERVER, field: tier.signIn, required: true, decides: where the tool signs in }
  - { file: client, key: BRIDGE_FILES, field: tier.fileTransfer, required: true, decides: where model files go }
`,
    },
  ],
});
