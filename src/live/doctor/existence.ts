import { join } from "node:path";
import { name, say } from "../../kernel/index.ts";
import type { Control } from "./check.ts";
import type { Looked } from "./looked.ts";
import { NotGathered } from "./station.ts";

/** A file name that does not exist: if the system reports that it exists, its answers about other files cannot be trusted. */
const BOGUS = "tierwright-control-that-nobody-made";

function bogusThere({ station: { files }, places }: Looked): boolean {
  try {
    return files.stat(join(places.install, BOGUS)) !== null;
  } catch (error) {
    if (error instanceof NotGathered) return false; // a name that a `-Collect` archive does not list counts as not found
    throw error;
  }
}

/**
 * Returns the control of every check that tests whether files exist: the modeling tool's folder must exist, and a made-up name in it must
 * not. Otherwise (no rights to read, a wrong --root) every file would be reported as missing, or none.
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

/**
 * Two environment variables whose state is known, for the control of checks of variables: every program has PATH, and nobody sets `UNSET`.
 */
const SET = "PATH";
const UNSET = "TIERWRIGHT_CONTROL_THAT_NOBODY_SETS";

/**
 * Returns the control of every check of environment variables: PATH must be set, and a made-up name must not be. Otherwise (variables of
 * another account, an incomplete `-Collect` archive) every variable would be reported as not set, or none.
 */
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
