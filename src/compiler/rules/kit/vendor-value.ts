import type { CompiledEnvironment, Decision } from "../../compile/compiled.ts";
import { type Place, type Problem, additionTo, exampleLine, name, say, vendorValue, yamlScalar } from "../../../kernel/index.ts";
import {
  BROWSER_KEY,
  type VendorEffect,
  isLocalEverywhere,
  isSameVendorValue,
  vendorEffect,
  vendorValues,
} from "../../kit/vendor.ts";
import type { LayerName } from "../../model/environment.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { SharedModel } from "../../model/repository.ts";
import { importWorkingDirKey } from "../../model/site.ts";
import type { EnvironmentRule } from "../rule.ts";

/** A value in a kit's conf that does harm unless the site changes it, such as an address of the vendor. */
interface Shipped {
  readonly release: string;
  readonly value: string;
  readonly file: PropertiesFile;
  readonly start: number;
  readonly end: number;
}

type ByKey = ReadonlyMap<string, readonly Shipped[]>;

const ofReleases = new WeakMap<SharedModel["releases"], ByKey>();

/**
 * Returns the harmful values in the confs of all kits, by key. All kits count, because a carried value can come from an older kit. The
 * result is cached, because it is the same for all environments.
 */
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
 * Returns the harmful kit value that a decision repeats, although another layer than the kit decides; null if the decision has another
 * value. A value that the repository's YAML sets counts only if it is an address or a license server: a folder or browser setting can equal
 * the vendor's on purpose.
 */
function repeated(decision: Decision, { kind }: VendorEffect, shipped: readonly Shipped[]): Shipped | null {
  const { layer, value } = decision;
  if (layer !== "carried" && kind !== "address" && kind !== "license") return null;
  const same = shipped.find((one) => isSameVendorValue(kind, value, one.value));
  return same && (layer === "carried" || !isLocalEverywhere(kind, same.value)) ? same : null;
}

const placeOfShipped = ({ file, start, end }: Shipped): Place => file.source.placeOf(start, end);

/** Returns the effect of a vendor's value and the YAML field that decides the key, with an example line. */
function howToDecide(
  { environment }: CompiledEnvironment,
  key: string,
  { effect, field, kind }: VendorEffect,
  unwritten: boolean,
) {
  const keyed = field === "workstation.set.connector";
  const line =
    kind === "browser"
      ? "embeddedBrowser: system"
      : keyed
        ? `${yamlScalar(key)}: ...`
        : exampleLine("Environment", `/${field.replaceAll(".", "/")}`);
  const keys = keyed ? field.split(".") : field.split(".").slice(0, -1);
  const into = (layer: LayerName) =>
    additionTo(environment.layers.find(({ name: own }) => own === layer)?.tree ?? null, keys, line ?? "");
  const example = line === null ? null : { environment: into("environment"), defaults: into("defaults") };
  return { effect, field, example, ...(unwritten ? { unwritten } : {}) } as const;
}

/**
 * Returns the finding for a key whose value is still the kit's. It points to the environment's name, because no line of the environment's
 * YAML mentions the key.
 */
function unchanged(env: CompiledEnvironment, key: string, decision: Decision, vendor: VendorEffect): Problem {
  const { span } = env.environment.nameScalar;
  const unwritten = vendor.field.startsWith("tier.") && !isWritten(env, key);
  const found = { seen: "environment", key, value: decision.value, ...howToDecide(env, key, vendor, unwritten) } as const;
  return vendorValue.at(span.source.placeOf(span.start, span.end), found, {
    ...(unwritten && env.release ? { follows: [{ release: env.release.name }] } : {}),
    ...(unwritten ? {} : { needs: { pointer: `/${vendor.field.replaceAll(".", "/")}` } }),
    ...(decision.place ? { related: [{ message: say`the kit's line`, place: decision.place }] } : {}),
  });
}

/** Returns the finding for a vendor's value that a layer above the kit repeats, at that layer's line; null if it repeats none. */
function repeatedProblem(
  env: CompiledEnvironment,
  key: string,
  decision: Decision,
  vendor: VendorEffect,
  shipped: readonly Shipped[],
): Problem | null {
  const carried = decision.layer === "carried";
  // conf/blank-directory reports a blank value that a layer above the kit decides
  const same = decision.value.trim() === "" ? null : repeated(decision, vendor, shipped);
  if (!same && !(carried && vendor.kind === "browser")) return null;
  const unwritten = vendor.field.startsWith("tier.") && !isWritten(env, key);
  const found = { key, value: decision.value, ...howToDecide(env, key, vendor, unwritten) } as const;
  return vendorValue.at(
    decision.place,
    { ...found, seen: carried ? "carried" : "set" },
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
  const importing = importWorkingDirKey(env.site, env.release); // the site's tool reads no other key of an import directory
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

/** Returns true if the write table of the release decides a key of the conf. */
function isWritten(env: CompiledEnvironment, key: string): boolean {
  return Boolean(env.release?.writes.some((write) => write.file === "connector" && write.key === key));
}

export const rule: EnvironmentRule = { ...vendorValue, scope: "environment", check };
