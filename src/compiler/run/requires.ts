import { type RuleProblem, must, placeOf, plain, wrongUse, wrongValue } from "../../kernel/index.ts";
import type { Site } from "../model/site.ts";

const BOUND = /^(>=|<)(0|[1-9]\d{0,8})(?:\.(0|[1-9]\d{0,8}))?(?:\.(0|[1-9]\d{0,8}))?$/;
const RELEASE = /^(\d+)\.(\d+)\.(\d+)$/;

const compared = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
};

/**
 * Returns true if a version is within a range of bounds as `init` writes it (`>=1.2 <2`), false if it is outside. Returns null for any
 * other range, which npm's code must decide: that code takes time to load.
 */
export function isWithin(version: string, range: string): boolean | null {
  const own = RELEASE.exec(version)?.slice(1).map(Number);
  const bounds = range.split(" ").map((bound) => BOUND.exec(bound));
  if (!own || bounds.includes(null)) return null;
  return bounds.every((bound) => {
    const [, sign, ...numbers] = must(bound, "a bound of the range");
    const side = compared(
      own,
      numbers.map((number) => Number(number ?? 0)),
    );
    return sign === "<" ? side < 0 : side >= 0;
  });
}

/**
 * Returns the finding for `requires` in site.yaml if npm cannot read its range; null if it is readable or absent. No version is within an
 * unreadable range.
 */
export async function rangeProblem(site: Site | null): Promise<RuleProblem | null> {
  const requires = site?.requires;
  if (!requires || isWithin("0.0.0", requires.text) !== null) return null;
  const { validRange } = await import("./npm-range.ts");
  if (validRange(requires.text) !== null) return null;
  const { text, span, pointer } = requires;
  return wrongValue.at(placeOf(span), { seen: "range", found: text }, { pointer });
}

/**
 * Throws a Refusal (exit 2) if `requires` in site.yaml excludes this version of Tierwright, because another version can write different
 * bytes.
 * @param told True if the caller reports an unreadable range as a finding (`rangeProblem`); otherwise an unreadable range is refused, too.
 */
export async function requireVersion(site: Site | null, version: string, { told = false } = {}): Promise<void> {
  const requires = site?.requires;
  if (!requires) return;
  const place = placeOf(requires.span);
  const unreadable = await rangeProblem(site);
  if (unreadable) {
    if (told) return;
    const said = [unreadable.message, ...(unreadable.notes ?? [])].map(plain).join("; ");
    throw wrongUse(said, plain(unreadable.help ?? []), place);
  }
  const within = isWithin(version, requires.text);
  const allowed = within ?? (await import("./npm-range.ts")).satisfies(version, requires.text, { includePrerelease: true });
  if (!allowed) {
    throw wrongUse(
      `this repository requires tierwright ${requires.text}, but this is ${version}: another version can write different bytes`,
      "install a version in that range, or change `requires` in a separate pull request",
      place,
    );
  }
}
