import { join } from "node:path";
import { name, say } from "../diagnostic/text.ts";
import type { Control } from "./check.ts";
import type { Looked } from "./looked.ts";
import { NotGathered } from "./station.ts";

/** Nobody's name: where it is found, everything is. */
const BOGUS = "tierwright-control-that-nobody-made";

function bogusThere({ station: { files }, places }: Looked): boolean {
  try {
    return files.stat(join(places.install, BOGUS)) !== null;
  } catch (error) {
    if (error instanceof NotGathered) return false; // an archive that says nothing of it has not found it
    throw error;
  }
}

/**
 * The control of every check that looks for existence: the installation's folder has to be found, and a name that nobody made must not be.
 * Otherwise 'missing' would be said of everything (no rights, a wrong root), or of nothing.
 */
export function existenceControl(looked: Looked): Control {
  const { station, places } = looked;
  const did = say`${name(station.shown(places.install))} has to be found, and ${name(BOGUS)} in it must not be`;
  const good = station.files.stat(places.install)?.kind === "folder";
  const bogus = bogusThere(looked);
  const says = good
    ? bogus
      ? say`the name that nobody made is found, too: everything would be`
      : say`the one is there and the other is not`
    : say`the installation's folder is not found, so nothing in it would be`;
  return { did, outcome: good && !bogus ? "held" : "failed", says };
}
