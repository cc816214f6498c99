import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { zipBytes } from "../../kernel/archive/zip-bytes.ts";
import type { Files } from "../../support/repository.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Every file below a folder of the disk, by path with '/'. */
export function filesIn(folder: string): Record<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths
      .map(
        (path) =>
          [
            path
              .slice(folder.length + 1)
              .split(sep)
              .join("/"),
            readFileSync(path),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The sample's kit of a release, as the vendor ships it. */
export const sampleKit = (release: "2506" | "2606"): Record<string, Buffer> => filesIn(join(ROOT, "releases", release, "kit"));

/** What is in the sample repository itself. */
export const sampleFile = (path: string): Buffer => readFileSync(join(ROOT, ...path.split("/")));

/** A class file as far as its version: magic, minor, major. */
export function classBytes(major: number): Buffer {
  return Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, major, 0, 1]);
}

export function jar(classes: Readonly<Record<string, number>>, deflate = false): Buffer {
  return zipBytes(Object.entries(classes).map(([name, major]) => ({ name, data: classBytes(major), deflate })));
}

/** A zip of these files. `separator`: what Windows tools write. */
export function zipOf(files: Readonly<Files>, how: { separator?: string; deflate?: boolean } = {}): Buffer {
  const { separator = "/", deflate = false } = how;
  return zipBytes(
    Object.entries(files).map(([name, data]) => ({ name: name.replaceAll("/", separator), data: Buffer.from(data), deflate })),
  );
}

/** The same files below a folder. */
export function below(folder: string, files: Readonly<Files>): Files {
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${folder}/${path}`, bytes]));
}

export const PLUGIN_XML = `<?xml version="1.0"?>
<plugin id="com.example.plm.connector" version="1.0" ownClassloader="true" class-lookup="LocalFirst">
  <runtime><library name="lib/a.jar"/></runtime>
</plugin>
`;

/** The smallest kit that every file can be found in, under names that say little. */
export const SMALL_KIT: Files = {
  "plugins/connector/plugin.xml": PLUGIN_XML,
  "plugins/connector/lib/a.jar": jar({ "A.class": 61 }),
  "plugins/connector/conf/plm.properties": "TC_SERVER_URL=https\\://vendor.invalid/tc\nLicenseDir=1@vendor.invalid\n",
  "plugins/connector/conf/logger.properties": "isPayloadRequired=false\n",
  "common/CommonClient.properties": "BOOTSTRAP_URLS=https\\://vendor.invalid\\:4544\nURL=https\\://vendor.invalid/tc\n",
};
