import { type Finding, append, compareFindings, findingOf, groupOf, vendorValue } from "../../kernel/index.ts";
import type { LoadedEnvironment } from "../load/environment.ts";
import type { LoadedShared } from "../load/shared.ts";
import { vendorValues } from "../kit/vendor.ts";
import type { Release } from "../model/release.ts";
import type { RepositoryView } from "../compile/summary.ts";
import { type Undecided, undecidedOf } from "./undecided.ts";
import { REPOSITORY_RULES, baseFindings, readFindings, toFinding } from "./rules.ts";

/**
 * Reports values of the vendor in the conf of a release's kit that an environment of the release keeps, or, if the release has no
 * environment, that no site default overrides.
 */
export function vendorFindings(release: Release, undecided: Undecided): readonly Finding[] {
  const file = release.base.connector;
  if (!file) return [];
  return vendorValues(file.document).flatMap((found) => {
    const environments = undecided.of(found);
    if (environments === null) return [];
    const { key, entry, effect, field } = found;
    const place = file.source.placeOf(entry.keyStart, Math.max(entry.valueEnd, entry.keyEnd));
    const problem = vendorValue.at(place, { seen: "kit", key, value: entry.value, effect, field, environments });
    return findingOf(problem, vendorValue.severity, null);
  });
}

/**
 * Returns the findings on one release, its base files and its kit.lock.yaml, sorted, without findings on single environments.
 * @param how `compared`: also kit findings on other releases with a note on a file of this one. `environments`: all environments, which can
 * override the vendor's values.
 */
export function releaseFindings(
  shared: LoadedShared,
  name: string,
  today: string,
  how: { readonly compared?: boolean; readonly environments?: readonly LoadedEnvironment[] } = {},
): readonly Finding[] {
  const { model, problems } = shared;
  const release = model.releases.get(name);
  const view: RepositoryView = { ...model, environments: [], environmentNames: [], today };
  const found: Finding[] = [
    ...readFindings(problems, null),
    ...REPOSITORY_RULES.flatMap((rule) => [...rule.check(view)].map((problem) => toFinding(rule, problem, null))),
  ];
  if (release) {
    append(found, baseFindings(release, true));
    append(found, vendorFindings(release, undecidedOf(release, model.site, how.environments ?? [])));
  }
  const isOwn = (file: string | undefined): boolean => file?.startsWith(`releases/${name}/`) === true;
  const isCompared = ({ rule, related }: Finding): boolean =>
    how.compared === true && groupOf(rule) === "kit" && related?.some(({ place }) => isOwn(place.file)) === true;
  return found.filter((finding) => isOwn(finding.at?.file) || isCompared(finding)).sort(compareFindings);
}
