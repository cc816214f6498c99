import { writesOf } from "../../diagnostic/topics.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { say } from "../../diagnostic/text.ts";
import { vendorValue } from "../../diagnostics/kit/vendor-value.ts";
import { importWorkingDirKey } from "../../model/site.ts";
import type { EnvironmentRule } from "../rule.ts";

function watched(env: CompiledEnvironment): readonly { key: string; field: string; effect: (value: string) => string | null }[] {
  return [
    { key: "TC_SERVER_URL", field: "the write table", effect: () => "the tool would sign in at the vendor's address" },
    { key: "LicenseDir", field: "workstation.licenseServer", effect: () => "the tool would ask the vendor's licence server" },
    {
      key: "STAGING_DIR",
      field: "workstation.stagingDir",
      effect: () => "that folder exists at the vendor, hardly on your workstations, and must exist",
    },
    {
      key: importWorkingDirKey(env.site, env.release),
      field: "workstation.importWorkingDir",
      effect: (value) => (value.trim() === "" ? "the connector would have no import working directory" : "the vendor's folder"),
    },
    {
      key: "USE_JCEF_BROWSER",
      field: "workstation.embeddedBrowser",
      effect: (value) => (/^true$/i.test(value) ? "the embedded panel stays empty where the bundled Chromium cannot load" : null),
    },
  ];
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  for (const { key, field, effect } of watched(env)) {
    const decision = env.files.connector?.keys.get(key)?.decision;
    const consequence = decision?.layer === "kit" ? effect(decision.value) : null;
    if (!decision || consequence === null) continue;
    const found = { seen: "environment", key, value: decision.value, effect: consequence, field } as const;
    yield vendorValue.at(env.environment.layers.length > 0 ? placeIn(env) : decision.place, found, {
      ...(field.includes(".") || !env.release ? {} : { follows: [writesOf(env.release.name)] }),
      ...(field.includes(".") ? { needs: { pointer: `/${field.replace(".", "/")}` } } : {}),
      ...(decision.place ? { related: [{ message: say`the kit's line`, place: decision.place }] } : {}),
    });
  }
}

/** The environment's name: nothing in its YAML speaks of the key. */
function placeIn(env: CompiledEnvironment) {
  const { span } = env.environment.nameScalar;
  return span.source.placeOf(span.start, span.end);
}

export const rule: EnvironmentRule = { ...vendorValue, scope: "environment", check };
