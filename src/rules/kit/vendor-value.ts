import { writesOf } from "../../diagnostic/topics.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { say } from "../../diagnostic/text.ts";
import { vendorValue } from "../../diagnostics/kit/vendor-value.ts";
import { vendorEffect } from "../../kit/vendor.ts";
import type { PropertiesFile } from "../../model/files.ts";
import { importWorkingDirKey } from "../../model/site.ts";
import type { EnvironmentRule } from "../rule.ts";

type Effect = NonNullable<ReturnType<typeof vendorEffect>>;

const ofConf = new WeakMap<PropertiesFile, readonly (readonly [string, Effect])[]>();

/** The keys of a kit's conf that do harm as the vendor has them: the same for all environments, and a few of a hundred. */
function vendorKeys(conf: PropertiesFile): readonly (readonly [string, Effect])[] {
  const known = ofConf.get(conf);
  if (known) return known;
  const found = [...conf.document.load().map].flatMap(([key, { value }]) => {
    const effect = vendorEffect(key, value);
    return effect ? [[key, effect] as const] : [];
  });
  ofConf.set(conf, found);
  return found;
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const importing = importWorkingDirKey(env.site, env.release); // a key of that kind which no tool of ours reads has a rule of its own
  const conf = env.files.connector;
  for (const [key, vendor] of conf ? vendorKeys(conf.base) : []) {
    const decision = conf?.keys.get(key)?.decision;
    if (decision?.layer !== "kit") continue;
    if (vendor.field === "workstation.importWorkingDir" && key !== importing) continue;
    const unwritten = vendor.field.startsWith("tier.") && !isWritten(env, key);
    const found = { seen: "environment", key, value: decision.value, effect: vendor.effect } as const;
    yield vendorValue.at(
      placeIn(env),
      { ...found, field: unwritten ? "the write table" : vendor.field },
      {
        ...(unwritten && env.release ? { follows: [writesOf(env.release.name)] } : {}),
        ...(unwritten ? {} : { needs: { pointer: `/${vendor.field.replace(".", "/")}` } }),
        ...(decision.place ? { related: [{ message: say`the kit's line`, place: decision.place }] } : {}),
      },
    );
  }
}

/** True when the release's own table gives the key: then the environment's field decides it. */
function isWritten(env: CompiledEnvironment, key: string): boolean {
  return Boolean(env.release?.writes.some((write) => write.file === "connector" && write.key === key));
}

/** The environment's name: nothing in its YAML speaks of the key. */
function placeIn(env: CompiledEnvironment) {
  const { span } = env.environment.nameScalar;
  return span.source.placeOf(span.start, span.end);
}

export const rule: EnvironmentRule = { ...vendorValue, scope: "environment", check };
