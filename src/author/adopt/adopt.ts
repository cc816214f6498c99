import {
  type Finding,
  type RuleProblem,
  append,
  copiesDiffer,
  groupedBy,
  hidingValues,
  notAdoptable,
  startOf,
  unusableWorkstation,
  workstationsDiffer,
} from "../../kernel/index.ts";
import {
  type CompiledEnvironment,
  FILE_ROLES,
  type Release,
  propertiesFindings,
  serversOf,
  summaryOf,
} from "../../compiler/index.ts";
import { type AdoptWorld, type MadeEnvironment, makeEnvironment, NOTHING } from "./environment.ts";
import { differing, invertWrites, placeOfEntry, textOf } from "./inverse.ts";
import { environmentNamesFor } from "./names.ts";
import { machineProblems } from "./faults.ts";
import { type Outlier, outliersOf, placeOfDifference, unescapedOf } from "./outliers.ts";
import { isSecret } from "./secrets.ts";
import type { Workstation } from "./workstation.ts";

export interface AdoptRequest extends AdoptWorld {
  readonly releases: ReadonlyMap<string, Release>;
  /** The environments that the repository already has, each with the `host:port` of all its addresses. */
  readonly claims: readonly (readonly [name: string, addresses: readonly string[]])[];
  readonly tierRelease: string | null;
  /** The name that the user chose with --name; null if the names are derived from the tiers. */
  readonly name: string | null;
  /** Workstations that the user named as the correct reference (--like). */
  readonly like: readonly string[];
  /** Keys of the connector's conf file of which each workstation keeps its own value (--keep). */
  readonly keep: readonly string[];
}

export interface AdoptedEnvironment extends MadeEnvironment {
  readonly name: string;
  readonly signIn: string;
  readonly release: string;
  readonly tool: string;
  readonly workstations: readonly string[];
  /** The workstation whose files the environment is made from. */
  readonly reference: string;
  readonly outliers: readonly Outlier[];
  /** True if an earlier `adopt` already wrote the environment to the repository; then it is left unchanged. */
  readonly standing: boolean;
  /** Names of the other environments that share an address with this one; they become `tier.sharedWith`. */
  readonly sharedWith: readonly string[];
}

export interface Adopted {
  readonly environments: readonly AdoptedEnvironment[];
  /** Findings about workstations that belong to no environment. */
  readonly findings: readonly Finding[];
  readonly problems: readonly RuleProblem[];
}

/** The workstations that have the same tier, connector release and tool release; they become one environment. */
interface Group {
  readonly signIn: string;
  readonly release: Release;
  readonly tool: string;
  readonly workstations: readonly Workstation[];
}

/** Reports properties files that Java reads differently from their text: because of a byte order mark, zero bytes or a malformed escape. */
function unreadable(workstation: Workstation): {
  readonly findings: readonly Finding[];
  readonly problems: readonly RuleProblem[];
} {
  const findings: Finding[] = [];
  const problems: RuleProblem[] = [];
  for (const role of FILE_ROLES) {
    const file = workstation.properties[role];
    if (!file) continue;
    const { document } = file;
    const wide = document.text.includes("\u0000");
    if (document.bom === null && document.load().loads && !wide) continue;
    // if Java reads a properties file differently from its text, secrets cannot be located reliably, so no finding quotes the file
    const told = propertiesFindings(file, null).filter(({ severity }) => severity === "error");
    append(
      findings,
      told.map(({ fix: _, ...finding }) => ({ ...hidingValues(finding), quote: false as const })),
    );
    problems.push(unusableWorkstation.at(startOf(file.path), { workstation: workstation.name, seen: "text", file: role }));
  }
  return { findings, problems };
}

/**
 * A fact that no file of a workstation states and that an option of `adopt` can supply: its connector release or its tool release. Without
 * this fact, no environment is made from the workstation.
 */
type Unsaid = { readonly seen: "release"; readonly says: string | null } | { readonly seen: "tool" };

const unsaid = ({ release, tool, says }: Workstation): readonly Unsaid[] => [
  ...(release === null ? [{ seen: "release", says } as const] : []),
  ...(tool === null ? [{ seen: "tool" } as const] : []),
];

/**
 * Reports workstations without a known connector release or tool release. Those that lack the same fact are in one problem, because one
 * option of `adopt` states it for all of them.
 */
function missing(workstations: readonly Workstation[], releases: ReadonlyMap<string, Release>): readonly RuleProblem[] {
  const all = workstations.flatMap((workstation) => unsaid(workstation).map((what) => ({ workstation, what })));
  return [...groupedBy(all, ({ what }) => JSON.stringify(what)).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { what, workstation } = first;
    const at = startOf(workstation.properties.connector?.path ?? workstation.name);
    const who = { workstation: workstation.name, alike: others.map((other) => other.workstation.name) };
    return [
      unusableWorkstation.at(
        at,
        what.seen === "tool" ? { ...who, ...what } : { ...who, ...what, releases: [...releases.keys()] },
      ),
    ];
  });
}

/** Reports environment.yaml fields for which keys of a workstation imply different values. Leaves the values out if one can be a secret. */
function copies(workstation: Workstation, release: Release): readonly RuleProblem[] {
  return differing(invertWrites(release, workstation.properties)).flatMap(({ field, sightings }) => {
    const [first] = sightings;
    if (!first) return [];
    const shown = sightings.map(({ role, key, entry }) => ({ file: role, key, text: entry.value }));
    const hidden = shown.some(({ key, text }) => isSecret(key, text));
    const related = sightings.slice(1).map(({ file, entry, key }) => ({ message: [key], place: placeOfEntry(file, entry) }));
    const found = {
      field,
      workstation: workstation.name,
      copies: hidden ? shown.map((copy) => ({ ...copy, text: null })) : shown,
    };
    return [copiesDiffer.at(placeOfEntry(first.file, first.entry), found, hidden ? { quote: false } : { related })];
  });
}

/** Reports keys of the release's writes whose value on a workstation no environment.yaml field can produce, for example Transport=HTTP. */
function impossible(workstation: Workstation, release: Release): readonly RuleProblem[] {
  return invertWrites(release, workstation.properties).impossible.map(({ role, key, entry, file }) => {
    const field = "the write table of the release";
    const found = { workstation: workstation.name, file: role, seen: "field", key, value: entry.value, field } as const;
    return notAdoptable.at(placeOfEntry(file, entry), found, isSecret(key, entry.value) ? { quote: false } : {});
  });
}

/** Returns the sign-in address of a workstation's tier; a problem if the address is missing or contains a secret. */
function signInOf(workstation: Workstation, release: Release): { readonly signIn: string } | { readonly problem: RuleProblem } {
  const inverse = invertWrites(release, workstation.properties);
  const signIn = textOf(inverse, "tier.signIn") ?? "";
  const [sighting] = inverse.fields.get("tier.signIn") ?? [];
  const known = { workstation: workstation.name, field: "tier.signIn" };
  if (sighting && isSecret(sighting.key, signIn)) {
    const found = { ...known, seen: "secret", file: sighting.role, key: sighting.key } as const;
    return { problem: notAdoptable.at(placeOfEntry(sighting.file, sighting.entry), found, { quote: false }) };
  }
  if (signIn !== "") return { signIn };
  const writes = release.writes.filter(({ value }) => value.text.includes("tier.signIn"));
  const keys = writes.map(({ file, key }) => `${key} of the ${file} file`);
  const at = startOf(workstation.properties.connector?.path ?? workstation.name);
  return { problem: notAdoptable.at(at, { ...known, seen: "absent", file: "connector", keys }) };
}

/** Groups workstations by sign-in address, connector release and tool release. Reports every workstation that fits no group. */
function grouped(workstations: readonly Workstation[], { releases, site, keep }: AdoptRequest) {
  const groups = new Map<string, Group & { workstations: Workstation[] }>();
  const findings: Finding[] = [];
  const problems: RuleProblem[] = [...missing(workstations, releases)];
  for (const workstation of workstations) {
    const text = unreadable(workstation);
    const faults = [...text.problems];
    const release = workstation.release === null ? undefined : releases.get(workstation.release);
    if (faults.length === 0 && release && workstation.tool !== null)
      append(faults, [...impossible(workstation, release), ...copies(workstation, release)]);
    if (text.problems.length === 0 && faults.length > 0 && release)
      append(faults, machineProblems({ environment: "", reference: workstation, release, site, leave: new Set(keep) }));
    append(findings, text.findings);
    append(problems, faults);
    if (faults.length > 0 || !release || workstation.tool === null) continue; // missing() above reports an absent release or tool
    const read = signInOf(workstation, release);
    if ("problem" in read) {
      problems.push(read.problem);
      continue;
    }
    const { signIn } = read;
    const key = JSON.stringify([signIn, release.name, workstation.tool]);
    const group = groups.get(key) ?? { signIn, release, tool: workstation.tool, workstations: [] };
    group.workstations.push(workstation);
    groups.set(key, group);
  }
  return { groups: [...groups.values()], findings, problems };
}

/** Returns the workstation with the most settings files; of several such workstations, the first in the list. */
const fullest = (workstations: readonly Workstation[]): Workstation =>
  workstations.reduce((best, next) => (count(next) > count(best) ? next : best));

const count = ({ properties, log4j2 }: Workstation): number => Object.keys(properties).length + (log4j2 ? 1 : 0);

const MOST_NAMED = 3;

function aboutLines({ workstations }: Group, reference: Workstation): readonly string[] {
  const names = workstations.slice(0, MOST_NAMED).map(({ name }) => name.replace(/[^\x20-\x7e]/g, "?"));
  const more = workstations.length > MOST_NAMED ? ` and ${workstations.length - MOST_NAMED} more` : "";
  const from = workstations.length > 1 ? `; installed/ is from ${reference.name.replace(/[^\x20-\x7e]/g, "?")}` : "";
  return [`Adopted from ${names.join(", ")}${more}${from}.`];
}

function adoptGroup(group: Group, name: string, sharedWith: readonly string[], request: AdoptRequest): AdoptedEnvironment {
  const { workstations, release, tool, signIn } = group;
  const outliers = outliersOf(workstations);
  const liked = workstations.find((workstation) => request.like.includes(workstation.name));
  const reference = liked ?? fullest(workstations);
  const keeps = (outlier: Outlier) => outlier.file === "connector" && request.keep.includes(outlier.key);
  const open = liked ? [] : outliers.filter((outlier) => !keeps(outlier));
  const known = {
    name,
    signIn,
    release: release.name,
    tool,
    workstations: workstations.map((workstation) => workstation.name),
    reference: reference.name,
    outliers,
    standing: false,
    sharedWith,
  };
  if (open.length > 0) {
    const keepable = open.flatMap(({ file, key }) =>
      file === "connector" && !release.writes.some((write) => write.key === key) ? [key] : [],
    );
    const keys = open.map(({ key }) => key);
    const found = { tier: signIn, workstations: known.workstations, keys, keepable, unescaped: unescapedOf(open) };
    const at = placeOfDifference(open, reference);
    const leave = new Set(request.keep);
    const own = machineProblems({ environment: name, reference, release, site: request.site, leave });
    const problems = [workstationsDiffer.at(at, found), ...own];
    return { ...known, ...NOTHING, problems };
  }
  const leave = new Set(liked ? [] : outliers.filter(keeps).map(({ key }) => key));
  const about = aboutLines(group, reference);
  const { tierRelease, keep } = request;
  return {
    ...known,
    ...makeEnvironment({ name, release, tool, tierRelease, reference, about, keep, leave, sharedWith }, request),
  };
}

/** Returns every `host:port` of an environment, with host names and with network addresses; empty if it does not compile (null). */
export const addressesOf = (compiled: CompiledEnvironment | null): readonly string[] =>
  compiled ? summaryOf(compiled).claims.flatMap((claim) => serversOf(claim, claim.addresses)) : [];

/** Returns the names of the other environments, new or existing, that share an address with the new environment `own`. */
function sharing(
  own: AdoptedEnvironment,
  made: readonly AdoptedEnvironment[],
  claims: AdoptRequest["claims"],
): readonly string[] {
  const addresses = addressesOf(own.compiled);
  if (addresses.length === 0) return [];
  const others = [
    ...made.filter((other) => other !== own).map((other) => [other.name, addressesOf(other.compiled)] as const),
    ...claims,
  ];
  return others.flatMap(([name, theirs]) => (theirs.some((address) => addresses.includes(address)) ? [name] : [])).sort();
}

/** Returns true if an earlier `adopt` wrote this environment: one of its name exists and shares an address. Always false with --name. */
const stands = ({ name, compiled }: AdoptedEnvironment, { claims, name: chosen }: AdoptRequest): boolean => {
  const own = addressesOf(compiled);
  const theirs = claims.find(([other]) => other === name)?.[1] ?? [];
  return chosen === null && theirs.some((address) => own.includes(address));
};

/** Makes an environment for each combination of tier, connector release and tool release on the workstations. Reads and writes no files. */
export function adopt(workstations: readonly Workstation[], request: AdoptRequest): Adopted {
  const { groups, findings, problems } = grouped(workstations, request);
  const names =
    request.name !== null && groups.length === 1
      ? [request.name]
      : environmentNamesFor(groups.map(({ signIn, release, tool }) => ({ signIn, release: release.name, tool })));
  const made = groups.map((group, i) => adoptGroup(group, names[i] ?? "", [], request));
  const fresh = made.filter((environment) => !stands(environment, request));
  const environments = made.map((environment, i) => {
    if (!fresh.includes(environment)) return { ...environment, ...NOTHING, problems: [], standing: true };
    const sharedWith = sharing(environment, fresh, request.claims);
    const group = groups[i];
    return sharedWith.length > 0 && group ? adoptGroup(group, environment.name, sharedWith, request) : environment;
  });
  return { environments, findings, problems: [...problems, ...environments.flatMap((environment) => environment.problems)] };
}
