#!/usr/bin/env node
/**
 * `node scripts/release/sbom.mjs --node VERSION --out FILE`: writes the bill of materials of the executables, CycloneDX 1.6: Node, and each package
 * whose code the build holds (build/licenses names it with its version). Without a timestamp, so the same build gives the same bytes.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../bundle/options.mjs";

/** Returns a UUID made of a text (RFC 9562, version 8), so that equal bills have equal UUIDs. */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** Returns the packages in a build as [name, version], by the first lines of its licenses. */
const packagesOf = (build) =>
  readdirSync(join(build, "licenses"))
    .sort()
    .map((file) =>
      readFileSync(join(build, "licenses", file), "utf8")
        .split("\n", 1)[0]
        .split(" "),
    );

/** Returns the bill of materials of executables of this build with a Node version. */
export function bill(version, node, build = join(ROOT, "build")) {
  const purl = (name, of) => `pkg:npm/${name.replace("@", "%40")}@${of}`;
  const components = [
    { type: "application", "bom-ref": `node@${node}`, name: "node", version: node, purl: `pkg:generic/node@${node}` },
    ...packagesOf(build).map(([name, of]) => ({
      type: "library",
      "bom-ref": `${name}@${of}`,
      name,
      version: of,
      purl: purl(name, of),
    })),
  ];
  const self = `tierwright@${version}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([self, components]))}`,
    version: 1,
    metadata: { component: { type: "application", "bom-ref": self, name: "tierwright", version } },
    components,
    dependencies: [{ ref: self, dependsOn: components.map((each) => each["bom-ref"]) }],
  };
}

if (process.argv[1]?.endsWith("sbom.mjs")) {
  const { values } = parseArgs({ options: { node: { type: "string" }, out: { type: "string" } } });
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  if (values.node === undefined || values.out === undefined) {
    console.error("--node VERSION and --out FILE are needed");
    process.exitCode = 2;
  } else writeFileSync(values.out, `${JSON.stringify(bill(version, values.node.replace(/^v/, "")), null, 2)}\n`);
}
