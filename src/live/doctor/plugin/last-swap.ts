import { join } from "node:path";
import { layoutOf } from "../places.ts";
import { type Text, name, say, words } from "../../../kernel/index.ts";
import {
  type Difference,
  HIDDEN_HASH,
  type Receipt,
  differenceText,
  differences,
  endRecording,
  leftTexts,
} from "../../../deploy/index.ts";
import { isRecordingName } from "../../../compiler/index.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import type { Check } from "../check.ts";
import type { Looked } from "../looked.ts";
import { GATHER_AGAIN, IF_CHANGED, answer, describeCount } from "../words.ts";

/** Kinds of drift that the check `plugin/last-swap` leaves out, because other checks report them. */
const ELSEWHERE: ReadonlySet<Difference["kind"]> = new Set(["second-copy", "copy-elsewhere", "loose-profile"]);

/**
 * Describes a difference between workstation and receipt, with paths relative to the modeling tool's folder, which the report names once.
 */
function shownIn({ station, places }: Looked, difference: Difference): Text {
  const text = differenceText({ ...difference, file: station.shown(difference.file) });
  const install = station.shown(places.install);
  return words(text.replace(install + (install.includes("/") ? "/" : "\\"), ""));
}

/**
 * Returns the plug-in files whose digests are hidden in the receipt of an archive. Earlier versions of deploy.ps1 -Collect hid them in the
 * receipts of a rollback or of a deploy of a settings bundle.
 */
function hiddenFiles({ station }: Looked, { install, plugin, state }: Receipt): ReadonlySet<string> {
  if (station.source !== "archive") return new Set();
  const hidden = (state?.tree?.files ?? []).filter(({ sha256 }) => sha256 === HIDDEN_HASH);
  return new Set(hidden.map(({ path }) => join(install, "plugins", plugin.folder, path)));
}

export const check: Check = {
  id: "plugin/last-swap",
  asks: "the whole plug-in folder, the profiles and the values are what the last deploy left",
  otherwise:
    "somebody changed it since: a jar that was left over or exchanged takes precedence over the tool's own, and it is unknown which code runs",
  control: "how many files the receipt lists is said, and none is a failure of the check",
  needs: ["receipt"],
  order: 52,
  run(looked) {
    const receipt = looked.receipt();
    if (!receipt) return answer("skip", say`there is no receipt`);
    const { station, places } = looked;
    const world = { files: station.files, windows: true } as SwapWorld;
    const hidden = hiddenFiles(looked, receipt);
    const isUnknown = ({ kind, file }: Difference) => kind === "changed" && hidden.has(file);
    const all = differences(world, layoutOf(station, places.install), receipt, station.where);
    const found = all.filter((difference) => !ELSEWHERE.has(difference.kind) && !isUnknown(difference));
    const unknown = all.filter(isUnknown).length;
    const files = receipt.state?.tree?.files.length ?? 0;
    const control = {
      did: say`the files that receipt ${name(receipt.run)} lists were counted`,
      outcome: receipt.state?.tree && files === 0 ? ("failed" as const) : ("held" as const),
      says: describeCount(files, "file"),
    };
    const what = receipt.bundle
      ? say`${name(receipt.bundle.environment)}, connector ${name(receipt.bundle.connector)}, of ${name(receipt.at)}`
      : say`the state before the first deploy`;
    if (found.length === 0 && unknown > 0)
      return answer(
        "skip",
        say`the archive hides the digests of ${describeCount(unknown, "file")}; nothing else differs (${what})`,
        {
          help: GATHER_AGAIN,
          control,
        },
      );
    const environment = receipt.bundle?.environment ?? "";
    const left = leftTexts(receipt.state?.left).map((line) => `; ${line}`);
    if (found.length === 0)
      return answer("pass", say`everything is as receipt ${name(receipt.run)} says: ${what}${words(left.join(""))}`, { control });
    return answer("fail", say`not everything is as the last deploy left it (${what})`, {
      details: [
        ...found.map((difference) => shownIn(looked, difference)),
        ...(unknown > 0 ? [say`${describeCount(unknown, "file")}: not known, because the archive hides the digests`] : []),
      ],
      help: isRecordingName(environment)
        ? words(`${endRecording(environment, station.where)}; or find out who changed it`)
        : say`find out who changed it; installing the bundle again heals it ${IF_CHANGED}`,
      control,
    });
  },
};
