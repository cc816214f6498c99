import { type RuleProblem, placeOf, plain, wrongUse, wrongValue } from "../../kernel/index.ts";
import type { Site } from "../model/site.ts";

const BOUND = /^(>=|<)(0|[1-9]\d{0,8})(?:\.(0|[1-9]\d{0,8}))?(?:\.(0|[1-9]\d{0,8}))?$/;
const RELEASE = /^(\d+)\.(\d+)\.(\d+)$/;

const compared = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
};

/**
 * Whether a released version is in a range as `init` writes one, lower and upper bounds with a space between them; null: npm's own code says
 * it. Its patterns take four milliseconds of a run until they are compiled, for a question of four numbers.
 */
export function isWithin(version: string, range: string): boolean | null {
  const own = RELEASE.exec(version)?.slice(1).map(Number);
  const bounds = range.split(" ").map((bound) => BOUND.exec(bound));
  if (!own || bounds.includes(null)) return null;
  return bounds.every((bound) => {
    const [, sign, ...numbers] = bound as RegExpExecArray;
    const side = compared(
      own,
      numbers.map((number) => Number(number ?? 0)),
    );
    return sign === "<" ? side < 0 : side >= 0;
  });
}

/** A range that cannot be read: a mistake in site.yaml, as any other (exit 1). No version is known to be in it. */
export async function rangeProblem(site: Site | null): Promise<RuleProblem | null> {
  const requires = site?.requires;
  if (!requires || isWithin("0.0.0", requires.text) !== null) return null;
  const { validRange } = await import("./npm-range.ts");
  if (validRange(requires.text) !== null) return null;
  const { text, span, pointer } = requires;
  return wrongValue.at(placeOf(span), { seen: "range", found: text }, { pointer });
}

/**
 * site.yaml's `requires`: which versions may compile this repository. Another version is wrong use (exit 2), said before anything is
 * judged. `told`: a range that cannot be read is a finding of this run (rangeProblem); elsewhere it is refused, too.
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
      `this repository requires tierwright ${requires.text}, and this is ${version}: another version may write other bytes`,
      "install a version in that range, or change `requires` in a pull request of its own",
      place,
    );
  }
}
