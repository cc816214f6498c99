import { writesOf } from "../../diagnostic/topics.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
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
      effect: (value) =>
        value.trim() === "" ? "blank: the connector would have no import working directory" : "the vendor's folder",
    },
    {
      key: "USE_JCEF_BROWSER",
      field: "workstation.embeddedBrowser",
      effect: (value) => (/^true$/i.test(value) ? "the embedded panel stays blank where the bundled Chromium cannot load" : null),
    },
  ];
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  for (const { key, field, effect } of watched(env)) {
    const decision = env.files.connector?.keys.get(key)?.decision;
    const consequence = decision?.layer === "kit" ? effect(decision.value) : null;
    if (!decision || consequence === null) continue;
    yield {
      at: env.environment.layers.length > 0 ? placeIn(env) : decision.place,
      message: `${key} stays as the kit has it ('${decision.value}'): ${consequence}`,
      help: `decide it with ${field}`,
      ...(field.includes(".") || !env.release ? {} : { follows: [writesOf(env.release.name)] }),
      ...(field.includes(".") ? { needs: { pointer: `/${field.replace(".", "/")}` } } : {}),
      ...(decision.place ? { related: [{ message: "the kit's line", place: decision.place }] } : {}),
    };
  }
}

/** The environment's name: nothing in its YAML speaks of the key. */
function placeIn(env: CompiledEnvironment) {
  const { span } = env.environment.nameScalar;
  return span.source.placeOf(span.start, span.end);
}

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "kit/vendor-value",
  severity: "warning",
  title: "a value of the vendor's own working file is still in a compiled conf",
  why: "A kit's conf is the vendor's working file, not neutral defaults: it carries a tier address, a licence server, a staging folder and a browser setting of the vendor.",
  remedy: "Decide the key in the environment, in `defaults`, or carry it over from the conf installed before.",
  clauses: ["B5", "C6"],
  fails: { file: "environments/demo/environment.yaml", replace: "  licenseServer: 27000@lic.example.com\n", with: "" },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: "  licenseServer: 27000@lic.example.com\n",
      with: "",
      also: [
        {
          file: "environments/site.yaml",
          replace: "client:",
          with: "defaults: { workstation: { licenseServer: 27000@lic.example.com } }\nclient:",
        },
      ],
    },
  ],
  check,
};
