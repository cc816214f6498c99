import { describe, expect, test } from "vitest";
import { FINDING_FORMS } from "../../../src/report/findings.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";
import { CONF, PLUGIN, withLines, workstation } from "./scene.ts";

/** A staging folder that is not there (fails), and a copy beside a file that nothing reads (warns). */
const faulty = async (): Promise<string> =>
  workstation({
    [CONF]: await withLines("connector", ["STAGING_DIR=D\\:\\\\plm\\\\gone"]),
    [`${PLUGIN}/conf/connector.properties.bak`]: "TC_SERVER_URL=https\\://old.example.com/tc\n",
  });

describe("[H5] further forms of a look", () => {
  test.each(FINDING_FORMS.filter((form) => form !== "text" && form !== "json"))(
    "%s tells what fails and what is warned of, with the exit code of every other form",
    async (form) => {
      const cwd = exampleRepository();
      const root = await faulty();
      const look = (words: readonly string[]) =>
        cli(["doctor", "demo", "--root", root, "--only", "files/present,files/bom,folders/exist", ...words], { cwd });
      const { code, out, err } = await look(["--format", form]);
      expect({ code, err }).toEqual({ code: (await look([])).code, err: "" });
      expect(code).toBe(1);
      for (const text of [
        "conf/workstation-fault",
        "conf/workstation-doubt",
        "folders/exist",
        "environments/demo/environment.yaml",
      ])
        expect(out).toContain(text);
      // what passes is no finding
      expect(out).not.toContain("files/bom");
    },
  );

  test("without an environment it stands in no file, and counts the workstation", async () => {
    const words = ["doctor", "--root", await faulty(), "--only", "files/present,folders/exist"];
    for (const form of FINDING_FORMS) {
      const { code, out, err } = await cli([...words, "--format", form], { cwd: exampleRepository() });
      expect({ code, err }).toEqual({ code: 1, err: "" });
      // SARIF explains its rules with examples, which name files of their own
      const told = form === "sarif" ? JSON.stringify(JSON.parse(out).runs[0].results) : out;
      expect(told).not.toMatch(/0 environments|environments\/demo/);
    }
    const { out } = await cli([...words, "--format", "junit"], { cwd: exampleRepository() });
    expect(out).toContain("1 workstation checked");
  });

  test("a check that came to no answer is one, too, and never told as a fault of the workstation", async () => {
    const words = ["doctor", "demo", "--root", await faulty(), "--only", "folders/exist", "--format", "junit"];
    const { code, out } = await cli(words, {
      cwd: exampleRepository(),
      machine: (real) => ({
        ...real,
        files: {
          ...real.files,
          read: (path) => {
            throw Object.assign(new Error("no"), { code: "EACCES", path, syscall: "open" });
          },
        },
      }),
    });
    expect(code).toBe(1);
    expect(out).toContain("folders/exist came to no answer");
    expect(out).not.toContain("folders/exist fails");
  });
});
