import { createHash } from "node:crypto";
import { must } from "../../text/must.ts";
import type { Example } from "../../diagnostic/example.ts";

const DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<plugin id="com.example.plm.connector" name="PLM Connector" version="2506.0" provider-name="Example PLM"
    class="com.example.plm.connector.ConnectorPlugin" ownClassloader="true" class-lookup="LocalFirst">
  <runtime>
    <library name="lib/plm-connector-2506.jar"/>
  </runtime>
</plugin>
`;

/**
 * The files in kit.lock.yaml of the example repository, with their contents; the repository does not contain the kit itself. The lock lists
 * no properties files, so that an example can change a base file without a change of the kit.
 */
export const EXAMPLE_KIT: Readonly<Record<string, string>> = {
  "plugin/lib/PLM_Profile.mdzip": "stands for the profile\n",
  "plugin/lib/plm-connector-2506.jar": "stands for the connector's classes\n",
  "plugin/plugin.xml": DESCRIPTOR,
};

/** The path of release.yaml in the example repository, which the examples of kit rules change. */
export const RELEASE = "releases/2506/release.yaml";
export const LOCK = "releases/2506/kit.lock.yaml";
export const PLUGIN = "releases/2506/base/plugin.xml";

export const SECOND_LOCK = "releases/2606/kit.lock.yaml";

const HASH = "0".repeat(64);

/** Returns the kit.lock.yaml of a second release of the example repository, for examples that compare two releases. */
export const secondRelease = (rows: string): string => `apiVersion: tierwright/v1
kind: KitLock
release: "2606"
files:
${rows}`;

export const SECOND_RELEASE = {
  file: "releases/2606/release.yaml",
  with: `apiVersion: tierwright/v1
kind: ConnectorRelease
release: "2606"
kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip }
writes: []
`,
};

export const lockRow = (path: string, hash: string = HASH): string => `  - { path: ${path}, size: 1, sha256: "${hash}" }\n`;

const hashOf = (path: keyof typeof EXAMPLE_KIT): string =>
  createHash("sha256")
    .update(must(EXAMPLE_KIT[path], `${path} of the example kit`))
    .digest("hex");

/** The digest of PLM_Profile.mdzip in the example repository's kit.lock.yaml. */
export const PROFILE_HASH = hashOf("plugin/lib/PLM_Profile.mdzip");
export const JAR_HASH = hashOf("plugin/lib/plm-connector-2506.jar");

/**
 * Returns an example whose repository contains the kit, which `kit verify` then reads; `changes` changes, adds or (null) omits files of the
 * kit.
 */
export function withKit(changes: Readonly<Record<string, string | null>> = {}): Example {
  const files = Object.entries({ ...EXAMPLE_KIT, ...changes }).flatMap(([path, text]) =>
    text === null ? [] : [{ file: `releases/2506/kit/${path}`, with: text }],
  );
  const [first, ...also] = files;
  return { ...(first as Example), also, options: { kit: true } };
}
