import type { CompiledEnvironment, Decision } from "../../compile/compiled.ts";
import { type Place, type Problem, name, say, vendorValue } from "../../../kernel/index.ts";
import {
  BROWSER_KEY,
  type VendorEffect,
  isLocalEverywhere,
  isSameVendorValue,
  vendorEffect,
  vendorValues,
} from "../../kit/vendor.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { SharedModel } from "../../model/repository.ts";
import { importWorkingDirKey } from "../../model/site.ts";
import type { EnvironmentRule } from "../rule.ts";

/** A value of a kit's conf that does harm as the vendor has it. */
interface Shipped {
  readonly release: string;
  readonly value: string;
  readonly file: PropertiesFile;
  readonly start: number;
  readonly end: number;
}

type ByKey = ReadonlyMap<string, readonly Shipped[]>;

const ofReleases = new WeakMap<SharedModel["releases"], ByKey>();

/** The vendor's values of every kit, by key: what is carried over came with an older one. The same for all environments, and a few of a hundred. */
function shippedValues(releases: SharedModel["releases"]): ByKey {
  const known = ofReleases.get(releases);
  if (known) return known;
  const byKey = new Map<string, Shipped[]>();
  for (const [release, { base }] of releases) {
    const file = base.connector;
    for (const { key, entry } of file ? vendorValues(file.document) : []) {
      const { value, keyStart: start, keyEnd, valueEnd } = entry;
      const one = { release, value, file: file as PropertiesFile, start, end: Math.max(valueEnd, keyEnd) };
      byKey.set(key, [...(byKey.get(key) ?? []), one]);
    }
  }
  if (!byKey.has(BROWSER_KEY)) byKey.set(BROWSER_KEY, []);
  ofReleases.set(releases, byKey);
  return byKey;
}

/**
 * Returns the kit's value that a decision above the kit repeats; null where the decision is somebody's own. What the repository sets on purpose counts for
 * hosts alone: a folder and a browser may well be the same as at the vendor.
 */
function repeated(decision: Decision, { kind }: VendorEffect, shipped: readonly Shipped[]): Shipped | null {
  const { layer, value } = decision;
  if (layer !== "carried" && kind !== "address" && kind !== "license") return null;
  const same = shipped.find((one) => isSameVendorValue(kind, value, one.value));
  return same && (layer === "carried" || !isLocalEverywhere(kind, same.value)) ? same : null;
}

const placeOfShipped = ({ file, start, end }: Shipped): Place => file.source.placeOf(start, end);

/** What stays as the kit has it: at the environment's name, for nothing in its YAML speaks of the key. */
function unchanged(env: CompiledEnvironment, key: string, decision: Decision, vendor: VendorEffect): Problem {
  const { span } = env.environment.nameScalar;
  const unwritten = vendor.field.startsWith("tier.") && !isWritten(env, key);
  const found = { seen: "environment", key, value: decision.value, effect: vendor.effect } as const;
  return vendorValue.at(
    span.source.placeOf(span.start, span.end),
    { ...found, field: unwritten ? "the write table" : vendor.field },
    {
      ...(unwritten && env.release ? { follows: [{ release: env.release.name }] } : {}),
      ...(unwritten ? {} : { needs: { pointer: `/${vendor.field.replaceAll(".", "/")}` } }),
      ...(decision.place ? { related: [{ message: say`the kit's line`, place: decision.place }] } : {}),
    },
  );
}

/** The vendor's value in a layer above the kit, where that layer says it; null where the value is the site's own. */
function repeatedProblem(
  env: CompiledEnvironment,
  key: string,
  decision: Decision,
  vendor: VendorEffect,
  shipped: readonly Shipped[],
): Problem | null {
  const carried = decision.layer === "carried";
  // a blank directory above the kit is conf/blank-directory's to say
  const same = decision.value.trim() === "" ? null : repeated(decision, vendor, shipped);
  if (!same && !(carried && vendor.kind === "browser")) return null;
  const unwritten = vendor.field.startsWith("tier.") && !isWritten(env, key);
  const found = { key, value: decision.value, effect: vendor.effect } as const;
  return vendorValue.at(
    decision.place,
    { ...found, seen: carried ? "carried" : "set", field: unwritten ? "the write table" : vendor.field },
    {
      pointer: decision.pointer,
      ...(carried && unwritten && env.release ? { follows: [{ release: env.release.name }] } : {}),
      ...(carried && !unwritten ? { needs: { pointer: `/${vendor.field.replaceAll(".", "/")}` } } : {}),
      ...(same ? { related: [{ message: say`the line of the kit of ${name(same.release)}`, place: placeOfShipped(same) }] } : {}),
    },
  );
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const conf = env.files.connector;
  if (!conf) return;
  const importing = importWorkingDirKey(env.site, env.release); // a key of that kind which no tool of ours reads has a rule of its own
  for (const [key, shipped] of shippedValues(env.shared.releases)) {
    const decision = conf.keys.get(key)?.decision;
    const vendor = decision && !decision.secret ? vendorEffect(key, decision.value) : null;
    if (!decision || !vendor || (vendor.field === "workstation.importWorkingDir" && key !== importing)) continue;
    if (decision.layer === "kit") yield unchanged(env, key, decision, vendor);
    else {
      const problem = repeatedProblem(env, key, decision, vendor, shipped);
      if (problem) yield problem;
    }
  }
}

/** True when the release's own table gives the key: then the environment's field decides it. */
function isWritten(env: CompiledEnvironment, key: string): boolean {
  return Boolean(env.release?.writes.some((write) => write.file === "connector" && write.key === key));
}

export const rule: EnvironmentRule = { ...vendorValue, scope: "environment", check };
