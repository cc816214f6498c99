import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

/* A suppression needs a reason that somebody can read, in a comment and in an entry alike. */

const ENVIRONMENT = "environments/demo/environment.yaml";

/** The exit code with `--fail-on warning`, and the rules that are told, of an environment without a licence server. */
async function judged(write: (folder: string) => void) {
  const folder = exampleRepository();
  edit(folder, ENVIRONMENT, "  licenseServer: 27000@lic.example.com\n", "");
  write(folder);
  const { code, out } = await cli(["check", "--fail-on", "warning", "--format", "json"], { cwd: folder });
  return { code, rules: JSON.parse(out).findings.map(({ rule }: { rule: string }) => rule) };
}

const inEntry = (reason: string) => (folder: string) =>
  edit(folder, ENVIRONMENT, "logging:\n", `ignore: [ { rule: kit/vendor-value, reason: "${reason}" } ]\nlogging:\n`);
const inComment = (reason: string) => (folder: string) =>
  edit(folder, ENVIRONMENT, "name: demo", `# tierwright-ignore kit/vendor-value: ${reason}\nname: demo`);

describe("[A5] a suppression", () => {
  test.each([
    ["blanks", "   "],
    ["a dash", "-"],
    ["dots", "..."],
    ["a colon", ":"],
    ["a letter that is drawn as nothing", "\u3164"],
  ])("with %s for a reason suppresses nothing", async (_, reason) => {
    for (const write of [inEntry(reason), inComment(reason)]) {
      const { code, rules } = await judged(write);
      expect(code).toBe(1);
      expect(rules).toEqual(expect.arrayContaining(["kit/vendor-value", "repo/unused-suppression"]));
    }
  });

  test.each(["decided by the licence team", "7", "許可済み", "- as in 2406"])("because of %s suppresses", async (reason) => {
    for (const write of [inEntry(reason), inComment(reason)]) expect(await judged(write)).toEqual({ code: 0, rules: [] });
  });
});
