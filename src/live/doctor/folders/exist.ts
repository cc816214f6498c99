import { nameOf } from "../paths.ts";
import { type Text, listTexts, name, say, words } from "../../../kernel/index.ts";
import { DIRECTORY_KEYS, decidingField, directoryDoubt, directoryFault } from "../../../compiler/index.ts";
import { keptFaults, nativePath } from "../../../deploy/index.ts";
import type { Check, State } from "../check.ts";
import { existenceControl } from "../existence.ts";
import { kindWords, type LiveFile, liveFiles, type Looked } from "../looked.ts";
import { agreeing, answer, describeCount, gravest } from "../words.ts";

const IMPORT = /TCIntImportWorkingDir$/;
/** Pattern of key names that mean a directory in any connector release. */
const DIRECTORY = /(?:^|_)DIR(?:ECTORY)?$|TCIntImportWorkingDir$/i;

/**
 * The beginning of a Windows path, a drive letter or two slashes, by which a path is recognised even if wrong escapes have damaged the
 * rest.
 */
const DRIVE = /^(?:[A-Za-z]:|[\\/]{2})/;

/** Returns the keys of connector.properties whose values a deploy keeps as the workstation has them (workstation.keep). */
const keptKeys = ({ wanted, receipt }: Looked): ReadonlySet<string> =>
  new Set([...(wanted?.environment.workstation.keep.map(({ text }) => text) ?? []), ...(receipt()?.state?.keep ?? [])]);

/**
 * Returns the keys of a properties file whose value is a folder: those that every connector release has, those that release.yaml names,
 * those called like a directory, and keys of workstation.keep whose value begins like a path.
 */
function folderKeys(looked: Looked, { values }: LiveFile): readonly string[] {
  const kept = keptKeys(looked);
  const { wanted } = looked;
  const own = new Set([...DIRECTORY_KEYS, ...(wanted?.release?.directories.map(({ text }) => text) ?? [])]);
  return [...values.keys()]
    .filter((key) => own.has(key) || DIRECTORY.test(key) || (kept.has(key) && DRIVE.test(values.get(key) ?? "")))
    .sort();
}

/** Returns whether the folder that a key names is allowed to be missing: that of jsonPayloaddir is, unless isPayloadRequired is true. */
const isOptional = (key: string, { values }: LiveFile): boolean =>
  key === "jsonPayloaddir" && values.get("isPayloadRequired")?.trim().toLowerCase() !== "true";

type Judged = readonly [State, Text];

/**
 * Returns the fields of environment.yaml that decide keys of the properties files; workstation.set for a key without a field of its own.
 */
function decidingFields({ wanted }: Looked, keys: readonly { readonly role: LiveFile["role"]; readonly key: string }[]): Text {
  const fields = keys.map(({ role, key }) => {
    const isWrite = wanted?.files[role]?.keys.get(key)?.decision.layer === "write";
    return decidingField(role, key, isWrite, wanted?.release?.profile?.writes) ?? "workstation.set";
  });
  return words([...new Set(fields)].join(", "));
}

/**
 * Returns how to correct the values of keys that name an unusable folder: a value of workstation.keep on the workstation, any other one in
 * environment.yaml.
 */
function waysOut(looked: Looked, bad: readonly { readonly role: LiveFile["role"]; readonly key: string }[]): Text {
  const kept = keptKeys(looked);
  const [own, others] = [true, false].map((isOwn) =>
    bad.filter(({ role, key }) => isOwn === (role === "connector" && kept.has(key))),
  );
  const ways = [
    ...(others?.length
      ? [say`correct the value in the environment (${decidingFields(looked, others)}) and install the swap bundle`]
      : []),
    ...(own?.length
      ? [say`correct ${listTexts(own.map(({ key }) => name(key)))} in the file: workstation.keep leaves it to this machine`]
      : []),
  ];
  return say`make the folder, or ${ways.length === 2 ? say`${ways[0] ?? say``}, or ${ways[1] ?? say``}` : (ways[0] ?? say``)}`;
}

function judge(looked: Looked, live: LiveFile, key: string): Judged {
  const { station } = looked;
  const line = live.document.load().map.get(key)?.line ?? 1;
  const file = say`${name(nameOf(live.path))}:${line}`;
  const at = say`${file}: ${name(key)}`;
  const found = live.values.get(key) ?? "";
  if (found.trim() === "") {
    if (!IMPORT.test(key) && key !== "STAGING_DIR") return ["pass", say`${at} names no folder`];
    return [
      "fail",
      say`${at} is empty: ${[IMPORT.test(key) ? "an import has no working directory" : "an export has no staging directory"]}`,
    ];
  }
  const [spelt] = keptFaults(live.bytes, [key], null);
  if (spelt && live.role !== "logger") return ["fail", say`${file}: ${[spelt.text]}`];
  const fault = directoryFault(found);
  if (fault) return ["fail", say`${at} is ${name(found)}: ${[fault.fault]}, so ${[fault.lies]}`];
  const doubt = directoryDoubt(found);
  const path = nativePath(found, station.where);
  const stat = station.files.stat(path);
  if (doubt)
    return [
      stat?.kind === "folder" || isOptional(key, live) ? "warn" : "fail",
      say`${at} is ${name(found)}: ${[doubt.fault]}, and ${[doubt.lies]}`,
    ];
  if (stat?.kind === "folder") return ["pass", say`${at}: ${name(found)} is there`];
  // a copy (--root) can lack an empty folder of the workstation, so the answer names the folder that was searched for
  const copied = station.source === "copy" ? say` in this copy (${name(station.shown(path))})` : say``;
  const what = stat ? say`is ${[kindWords[stat.kind]]}` : say`does not exist${copied}`;
  return isOptional(key, live)
    ? ["pass", say`${at}: ${name(found)} ${what}, and nothing is written there while isPayloadRequired is not true`]
    : [stat?.kind === "link" ? "warn" : "fail", say`${at}: ${name(found)} ${what}`];
}

export const check: Check = {
  id: "folders/exist",
  asks: "every folder that the files name is a whole path, spelt so that Java reads it, and exists",
  otherwise: "an export fails with a missing path that nobody configured, an import has no working directory",
  control: "the installation's folder is found, and a name that nobody made is not",
  needs: [],
  order: 40,
  run(looked) {
    const control = existenceControl(looked);
    const judged = liveFiles(looked).flatMap((live) =>
      folderKeys(looked, live).map((key) => ({ role: live.role, key, judged: judge(looked, live, key) })),
    );
    const bad = judged.filter(({ judged: [state] }) => state !== "pass");
    if (judged.length === 0) return answer("skip", say`no file that can be read here names a folder`);
    if (bad.length === 0)
      return answer(
        "pass",
        say`${describeCount(judged.length, "folder")} ${agreeing(judged.length, "is", "are")} named, and each that is used is there`,
        {
          control,
          details: judged.map(({ judged: [, text] }) => text),
        },
      );
    return answer(
      gravest(bad.map(({ judged: [state] }) => state)),
      say`${bad.length} of ${describeCount(judged.length, "folder")} cannot be used`,
      {
        details: bad.map(({ judged: [, text] }) => text),
        help: waysOut(looked, bad),
        control,
      },
    );
  },
};
