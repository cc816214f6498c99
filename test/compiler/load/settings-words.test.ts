import { describe, expect, test } from "vitest";
import { fieldOfKey } from "../../../src/compiler/model/known-keys.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { exampleRepository, run } from "../../support/repository.ts";

const FILE = "environments/demo/environment.yaml";
const DEMO = EXAMPLE_REPOSITORY[FILE] ?? "";

/** The findings about unknown keys of demo with a line more below one of its maps. */
async function unknownKeys(map: string, line: string) {
  const text = map === "" ? `${DEMO}${line}\n` : DEMO.replace(new RegExp(`^${map}:\\n`, "m"), `${map}:\n  ${line}\n`);
  const { findings } = await run(exampleRepository({ [FILE]: text }));
  return findings
    .filter(({ rule }) => rule === "repo/unknown-key")
    .map(({ at, message, help }) => {
      return { text: text.split("\n")[(at?.line ?? 0) - 1]?.trim(), message: plain(message), help: plain(help ?? []) };
    });
}

/** The keys of the release's own files with their file; writes and the keys of other fields are none of them. */
const { kept } = await run(exampleRepository(), { keep: "demo" });
const writes = new Set(kept?.compiled.release?.writes.map(({ key }) => key));
const KEYS = (["connector", "client", "logger"] as const).flatMap((file) =>
  [...(kept?.compiled.release?.base[file]?.document.load().map.keys() ?? [])]
    .filter((key) => !writes.has(key) && fieldOfKey(key) === null)
    .map((key) => ({ key, file })),
);

describe("a key of the release's own files on a wrong level", () => {
  test("the release has such keys", () => expect(new Set(KEYS.map(({ file }) => file))).toEqual(new Set(["connector"])));

  test.each(KEYS)("$key is shown with its place in the $file file", async ({ key, file }) => {
    for (const map of ["", "tier", "workstation", "logging"]) {
      const [found, ...more] = await unknownKeys(map, `${key}: 12`);
      expect(more).toEqual([]);
      expect(found?.text).toBe(`${key}: 12`);
      expect(found?.message).toContain(`'${key}'`);
      expect(found?.help).toBe(`${key} is a key of the ${file} file: write it below workstation.set.${file}`);
    }
    const [bare] = await unknownKeys("workstation", `set: { ${key}: 12 }`);
    expect(bare?.message).toContain(`'${key}' is directly below 'workstation.set'`);
    expect(bare?.help).toContain(`write it below workstation.set.${file}`);
  });

  test.each(["NO_SUCH_KEY", "TC_SERVER_URL", "STAGING_DIR"])(
    "%s, which is not set by its file, has the other help",
    async (key) => {
      const [found] = await unknownKeys("tier", `${key}: 12`);
      expect(found?.help).toMatch(/^known keys: /);
    },
  );

  test("a value, and a text without a value, below workstation.set are still not shown", async () => {
    const found = await unknownKeys("workstation", "set: { hunter2, STAGING_DIR: hunter3, PROXY_PASSWORD: hunter4 }");
    expect(JSON.stringify(found.map(({ message, help }) => [message, help]))).not.toMatch(/hunter/);
  });
});
