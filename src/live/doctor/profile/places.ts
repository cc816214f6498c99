import { type Text, name, say, words } from "../../../kernel/index.ts";
import type { Check } from "../check.ts";
import { existenceControl } from "../existence.ts";
import { kindWords, type Looked } from "../looked.ts";
import { agreeing, answer, describeCount } from "../words.ts";
import { knownProfiles, rightProfile } from "./known.ts";

function fault(
  looked: Looked,
  path: string,
  right: { readonly sha256: string; readonly size: number; readonly says: string },
): Text | null {
  const { station } = looked;
  const shown = say`${name(station.shown(path))}`;
  const stat = station.files.stat(path);
  if (!stat) return say`${shown} is missing`;
  if (stat.kind !== "file") return say`${shown} is ${[kindWords[stat.kind]]}`;
  const { size, sha256 } = station.files.hash(path);
  if (sha256 === right.sha256) return null;
  const other = knownProfiles(looked).find((one) => one.sha256 === sha256);
  const what = other ? say`the profile of connector ${name(other.release)}` : say`another file than ${words(right.says)} has`;
  return say`${shown} is ${what}: ${describeCount(size, "byte")}, and ${right.size} ${agreeing(right.size, "is", "are")} expected`;
}

export const check: Check = {
  id: "profile/places",
  asks: "the profile of this release lies in each of its places",
  otherwise: "a stale profile shows as red borders around synced elements",
  control: "the installation's folder is found, and a name that nobody made is not",
  needs: [],
  order: 60,
  run(looked) {
    const { places } = looked;
    if (places.profiles.length === 0) return answer("skip", say`nothing says where the profile belongs: profile in site.yaml`);
    const right = rightProfile(looked);
    if (!right)
      return answer(
        "skip",
        say`nothing says which profile belongs here: no lock of a kit, no receipt, no copy in the plug-in's lib folder`,
      );
    const control = existenceControl(looked);
    const found = places.profiles.map((path) => fault(looked, path, right)).filter((text) => text !== null);
    if (found.length === 0)
      return answer(
        "pass",
        say`${describeCount(places.profiles.length, "place")} ${agreeing(places.profiles.length, "holds", "hold")} the profile of ${words(right.says)} (${describeCount(right.size, "byte")})`,
        { control },
      );
    return answer(
      "fail",
      say`${found.length} of ${describeCount(places.profiles.length, "place")} ${agreeing(found.length, "does", "do")} not hold the profile of ${words(right.says)}`,
      {
        details: found,
        help: say`install the swap bundle: the profile moves with the release, to the tool's profiles and to the root of the public folder, not to its Documents`,
        control,
      },
    );
  },
};
