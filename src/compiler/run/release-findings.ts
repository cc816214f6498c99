import { type Finding, append, compareFindings, findingOf, groupOf, vendorValue } from "../../kernel/index.ts";
import type { LoadedShared } from "../load/shared.ts";
import { vendorValues } from "../kit/vendor.ts";
import type { Release } from "../model/release.ts";
import type { RepositoryView } from "../compile/summary.ts";
import { REPOSITORY_RULES, baseFindings, readFindings, toFinding } from "./rules.ts";

/** Reports the vendor's own values in the conf of a newly imported kit. Every environment of the release must decide them. */
function vendorFindings({ base }: Release): readonly Finding[] {
  const file = base.connector;
  if (!file) return [];
  return vendorValues(file.document).map(({ key, entry, effect, field }) => {
    const place = file.source.placeOf(entry.keyStart, Math.max(entry.valueEnd, entry.keyEnd));
    const problem = vendorValue.at(place, { seen: "kit", key, value: entry.value, effect, field });
    return findingOf(problem, vendorValue.severity, null);
  });
}

/**
 * Returns all findings on one release, its base files and its lock, without those of environments. Sorted.
 * @param how `compared`: includes findings on another release that refer to a place in this one, for example if two kits contain one jar.
 */
export function releaseFindings(
  shared: LoadedShared,
  name: string,
  today: string,
  how: { readonly compared?: boolean } = {},
): readonly Finding[] {
  const { model, problems } = shared;
  const release = model.releases.get(name);
  const view: RepositoryView = { ...model, environments: [], environmentNames: [], today };
  const found: Finding[] = [
    ...readFindings(problems, null),
    ...REPOSITORY_RULES.flatMap((rule) => [...rule.check(view)].map((problem) => toFinding(rule, problem, null))),
  ];
  if (release) append(found, [...baseFindings(release, true), ...vendorFindings(release)]);
  const isOwn = (file: string | undefined): boolean => file?.startsWith(`releases/${name}/`) === true;
  const isCompared = ({ rule, related }: Finding): boolean =>
    how.compared === true && groupOf(rule) === "kit" && related?.some(({ place }) => isOwn(place.file)) === true;
  return found.filter((finding) => isOwn(finding.at?.file) || isCompared(finding)).sort(compareFindings);
}
