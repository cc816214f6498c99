import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

/*
 * A release that no environment uses: its vendor's values are reported on request alone. The example's kit, kept a second time as release 2606,
 * has the vendor's licence server, staging folder, import folder and browser.
 */

const KIT = Object.fromEntries(
  ["connector", "client", "logger"].map((file) => [
    `releases/2606/base/${file}.properties`,
    EXAMPLE_REPOSITORY[`releases/2506/base/${file}.properties`] as string,
  ]),
);
const RELEASE = 'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2606"\n';
const repository = () => exampleRepository({ ...KIT, "releases/2606/release.yaml": RELEASE });

interface Told {
  readonly rule: string;
  readonly file: string;
  readonly environment: string | null;
  readonly message: string;
}

async function told(folder: string, ...options: readonly string[]) {
  const { out, code } = await cli(["check", "--format", "json", ...options], { cwd: folder });
  const findings: readonly Told[] = JSON.parse(out).findings;
  return { code, found: findings.filter(({ rule }) => rule === "kit/vendor-value") };
}

describe("[C6] check --all-releases", () => {
  test("reports the vendor's values of a release that no environment uses; a check without it does not", async () => {
    const folder = repository();
    expect((await told(folder)).found).toEqual([]);
    const { found, code } = await told(folder, "--all-releases");
    const keys = found.map(({ message }) => message.split(" ")[0]);
    expect(keys).toEqual(["LicenseDir", "STAGING_DIR", "CAMEOTCIntImportWorkingDir", "USE_JCEF_BROWSER"]);
    expect(
      found.every(({ file, environment }) => file === "releases/2606/base/connector.properties" && environment === null),
    ).toBe(true);
    expect(code, "they are warnings").toBe(0);
    expect((await told(folder, "--all-releases", "--fail-on", "warning")).code).toBe(1);
  });

  test("finds the same from the cache", async () => {
    const folder = repository();
    const first = await told(folder, "--all-releases");
    expect(await told(folder, "--all-releases")).toEqual(first);
    expect((await told(folder)).found, "and keeps none of them").toEqual([]);
  });

  test("is silent about a release that an environment uses, and about what the site's defaults decide", async () => {
    expect((await told(exampleRepository(), "--all-releases")).found).toEqual([]);
    const folder = repository();
    edit(
      folder,
      "environments/site.yaml",
      "client:",
      "defaults: { workstation: { licenseServer: 27000@lic.example.com } }\nclient:",
    );
    const { found } = await told(folder, "--all-releases");
    expect(found.map(({ message }) => message.split(" ")[0])).not.toContain("LicenseDir");
    expect(found).toHaveLength(3);
  });
});
