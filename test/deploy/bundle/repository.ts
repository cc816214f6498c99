import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLE_KIT } from "../../../src/kernel/diagnostics/kit/example-kit.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, type Files, writeFiles } from "../../support/repository.ts";

/** Where the example's release keeps its kit. */
export const KIT = "releases/2506/kit";

/** The example repository with its kit, a profile with two places, and evidence of the tool's row. */
export function kitRepository(changes: Readonly<Files> = {}): string {
  const kit = Object.fromEntries(Object.entries(EXAMPLE_KIT).map(([path, text]) => [`${KIT}/${path}`, text]));
  const folder = exampleRepository({ ...kit, ...changes });
  edit(
    folder,
    "environments/site.yaml",
    "tool:\n",
    "tool:\n  versionFrom: { file: 'bin\\tool.properties', pattern: 'version=(.+)' }\n",
  );
  return folder;
}

/** Adds a secret and a value that was installed by hand before. */
export function withSecret(folder: string): void {
  writeFiles(folder, {
    "environments/demo/installed/connector.properties":
      "LicenseDir=1@old\nTransport=http\nPROXY_PASSWORD=@secret(installed)\nOLD_KEY=1\n",
  });
  edit(
    folder,
    "environments/demo/environment.yaml",
    "workstation:\n",
    "carryFrom: installed/connector.properties\nworkstation:\n  set: { connector: { PROXY_PASSWORD: { env: PROXY_PASSWORD } } }\n  keep: [STAGING_DIR]\n",
  );
  edit(folder, "releases/2506/release.yaml", "java: 17\n", "java: 17\nknown: [PROXY_PASSWORD]\n");
}

type Given = NonNullable<Parameters<typeof cli>[1]>;

/** `bundle demo` in a repository, with a serial unless the words or the environment give another. */
export function bundle(folder: string, words: readonly string[] = [], given: Given = {}): ReturnType<typeof cli> {
  return cli(["bundle", "demo", ...words], { cwd: folder, env: { SOURCE_DATE_EPOCH: "1790000000" }, ...given });
}

export const OUT = "dist/bundles";

/** Every file of the published folder by name; empty when there is none. */
export function published(folder: string, out: string = OUT): ReadonlyMap<string, Buffer> {
  const at = join(folder, ...out.split("/"));
  if (!existsSync(at)) return new Map();
  return new Map(
    readdirSync(at)
      .sort()
      .map((name) => [name, readFileSync(join(at, name))]),
  );
}
