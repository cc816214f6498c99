import { join } from "node:path";
import { name, say } from "../../kernel/index.ts";
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

/** Windows sets it for every program; nobody sets the other one. */
const SET = "PATH";
const UNSET = "TIERWRIGHT_CONTROL_THAT_NOBODY_SETS";

/** The control of every check of variables: otherwise 'not set' would be said of everything (another account's, an archive without them), or of nothing. */
export function variablesControl({ station: { variables } }: Looked): Control {
  const did = say`${name(SET)} has to be set, and ${name(UNSET)} must not be`;
  try {
    const [good, bogus] = [variables?.(SET) ?? "", variables?.(UNSET)];
    if (good === "") return { did, outcome: "failed", says: say`${name(SET)} is not set, so no variable would be` };
    if (bogus !== undefined)
      return { did, outcome: "failed", says: say`the one that nobody sets is set, too: every one would be` };
    return { did, outcome: "held", says: say`the one is set and the other is not` };
  } catch (error) {
    if (!(error instanceof NotGathered)) throw error;
    return { did, outcome: "none", says: say`the archive does not say what ${name(SET)} is` };
  }
}
