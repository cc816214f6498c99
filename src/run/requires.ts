import satisfies from "semver/functions/satisfies.js";
import validRange from "semver/ranges/valid.js";
import { type RuleProblem, textOf } from "../diagnostic/finding.ts";
import { plain } from "../diagnostic/text.ts";
import { wrongUse } from "../diagnostic/refusal.ts";
import type { Site } from "../model/site.ts";
import { placeOf } from "../source/tree.ts";

/** A range that cannot be read: a mistake in site.yaml, as any other (exit 1). No version is known to be in it. */
export function rangeProblem(site: Site | null): RuleProblem | null {
  const requires = site?.requires;
  if (!requires || validRange(requires.text) !== null) return null;
  return {
    rule: "repo/wrong-value",
    at: placeOf(requires.span),
    pointer: requires.pointer,
    message: `requires '${requires.text}' is no range of versions: nobody knows which versions may compile this repository`,
    help: 'write one as npm does, for example ">=0.1 <1"',
  };
}

/**
 * site.yaml's `requires`: which versions may compile this repository. Another version is wrong use (exit 2), said before anything is
 * judged. `told`: a range that cannot be read is a finding of this run (rangeProblem); elsewhere it is refused, too.
 */
export function requireVersion(site: Site | null, version: string, { told = false } = {}): void {
  const requires = site?.requires;
  if (!requires) return;
  const place = placeOf(requires.span);
  const unreadable = rangeProblem(site);
  if (unreadable) {
    if (told) return;
    throw wrongUse(plain(textOf(unreadable.message)), plain(textOf(unreadable.help ?? "")), place);
  }
  if (!satisfies(version, requires.text, { includePrerelease: true })) {
    throw wrongUse(
      `this repository requires tierwright ${requires.text}, and this is ${version}: another version may write other bytes`,
      "install a version in that range, or change `requires` in a pull request of its own",
      place,
    );
  }
}
