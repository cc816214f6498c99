import { writesOf } from "../../diagnostic/topics.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { say } from "../../diagnostic/text.ts";
import { vendorValue } from "../../diagnostics/kit/vendor-value.ts";
import { vendorEffect } from "../../kit/vendor.ts";
import { importWorkingDirKey } from "../../model/site.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const importing = importWorkingDirKey(env.site, env.release); // a key of that kind which no tool of ours reads has a rule of its own
  for (const [key, { decision }] of env.files.connector?.keys ?? []) {
    const vendor = decision.layer === "kit" ? vendorEffect(key, decision.value) : null;
    if (!vendor || (vendor.field === "workstation.importWorkingDir" && key !== importing)) continue;
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
