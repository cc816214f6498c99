import satisfies from "semver/functions/satisfies.js";
import validRange from "semver/ranges/valid.js";
import { UsageError } from "../diagnostic/refusal.ts";
import type { Site } from "../model/site.ts";
import { placeOf } from "../source/tree.ts";

/** site.yaml's `requires`: which versions may compile this repository. Another version is wrong use (exit 2), said before anything is judged. */
export function requireVersion(site: Site | null, version: string): void {
  const requires = site?.requires;
  if (!requires) return;
  const place = placeOf(requires.span);
  if (validRange(requires.text) === null) {
    throw new UsageError(
      `requires '${requires.text}' is no range of versions`,
      'write one as npm does, for example ">=0.1 <1"',
      place,
    );
  }
  if (!satisfies(version, requires.text, { includePrerelease: true })) {
    throw new UsageError(
      `this repository requires tierwright ${requires.text}, and this is ${version}: another version may write other bytes`,
      "install a version in that range, or change `requires` in a pull request of its own",
      place,
    );
  }
}
