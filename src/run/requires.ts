import satisfies from "semver/functions/satisfies.js";
import validRange from "semver/ranges/valid.js";
import type { RuleProblem } from "../diagnostic/finding.ts";
import { plain } from "../diagnostic/text.ts";
import { wrongValue } from "../diagnostics/repo/wrong-value.ts";
import { wrongUse } from "../diagnostic/refusal.ts";
import type { Site } from "../model/site.ts";
import { placeOf } from "../source/tree.ts";

/** A range that cannot be read: a mistake in site.yaml, as any other (exit 1). No version is known to be in it. */
export function rangeProblem(site: Site | null): RuleProblem | null {
  const requires = site?.requires;
  if (!requires || validRange(requires.text) !== null) return null;
  const { text, span, pointer } = requires;
  return wrongValue.at(placeOf(span), { seen: "range", found: text }, { pointer });
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
    const said = [unreadable.message, ...(unreadable.notes ?? [])].map(plain).join("; ");
    throw wrongUse(said, plain(unreadable.help ?? []), place);
  }
  if (!satisfies(version, requires.text, { includePrerelease: true })) {
    throw wrongUse(
      `this repository requires tierwright ${requires.text}, and this is ${version}: another version may write other bytes`,
      "install a version in that range, or change `requires` in a pull request of its own",
      place,
    );
  }
}
