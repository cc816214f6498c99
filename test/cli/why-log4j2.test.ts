import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../support/host.ts";
import { edit, exampleRepository } from "../support/repository.ts";

/** The origin of values that `logging` sets in log4j2.xml, for each kind of value and each layer that can state it. */

const DEMO = "environments/demo/environment.yaml";
const SITE = "environments/site.yaml";
const BASE = "releases/2506/base/log4j2.xml";
const LOGGING = "  payload: { enabled: false, dir: C:/Temp/payload }\n";

interface Kind {
  readonly field: string;
  readonly name: string;
  readonly value: string;
  readonly other: string;
  readonly key: string;
  /** Conditions of the Delete action of the kit; empty if the kit has no action. */
  readonly kit?: string;
}

const KINDS: readonly Kind[] = [
  {
    field: "triggers",
    name: "MAIN",
    value: "61 MB",
    other: "62 MB",
    key: "SizeBasedTriggeringPolicy size of appender MAIN",
  },
  { field: "deleteAfter", name: "MAIN", value: "P11D", other: "P12D", key: "Delete age of appender MAIN", kit: "" },
  {
    field: "deleteAfter",
    name: "MAIN",
    value: "P11D",
    other: "P12D",
    key: "Delete age of appender MAIN",
    kit: '<IfFileName glob="client-????-??-??.log"/><IfLastModified age="30d"/>',
  },
  {
    field: "levels",
    name: "com.example.connection",
    value: "ERROR",
    other: "FATAL",
    key: "level of logger com.example.connection",
  },
  { field: "levels", name: "root", value: "ERROR", other: "FATAL", key: "level of the root logger" },
];

interface Step {
  readonly layer: string;
  readonly value: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Shown extends Step {
  readonly key: string;
  readonly role: string;
  readonly decides: string;
  readonly compiled: { readonly file: string; readonly line: number } | null;
  readonly overrode: readonly Step[];
}

async function why(folder: string, wanted: string): Promise<readonly Shown[]> {
  const { out, err, code } = await cli(["-C", folder, "why", "demo", wanted, "--format", "json"]);
  expect(err).toBe("");
  expect(code).toBe(0);
  return JSON.parse(out).answers;
}

const lineAt = (folder: string, { file, line }: { readonly file: string; readonly line: number }): string =>
  readFileSync(join(folder, file), "utf8").split("\n")[line - 1] ?? "";

/** Returns the example with a value of the environment, and another one of the site's defaults if `below` is true. */
function repositoryWith({ field, name, value, other, kit }: Kind, below: boolean): string {
  const folder = exampleRepository();
  edit(folder, DEMO, LOGGING, `${LOGGING}  ${field}: { ${name}: ${value} }\n`);
  const action = kit ? `<Delete basePath="C:/Temp">${kit}</Delete>` : "";
  if (kit !== undefined) edit(folder, BASE, '<Delete basePath="C:/Temp"><IfLastModified age="30d"/></Delete>', action);
  const site = readFileSync(join(folder, SITE), "utf8");
  const defaults = `defaults: { logging: { ${field}: { ${name}: ${other} } } }\n`;
  if (below) edit(folder, SITE, site, `${site.replace(/^defaults:.*\n/m, "")}${defaults}`);
  return folder;
}

describe.each(KINDS)("logging.$field of $name", (kind) => {
  const { field, name, value, other, key } = kind;

  test.each([`logging.${field}.${name}`, `${field}.${name}`, `logging.${field}`, field, "logging"])(
    "%s: the answer has the YAML line, the compiled line and the line of the kit",
    async (wanted) => {
      const folder = repositoryWith(kind, false);
      const [answer, ...others] = await why(folder, wanted);
      expect(others).toEqual([]);
      expect(answer).toMatchObject({
        role: "log4j2",
        key,
        value,
        decides: `logging.${field}.${name}`,
        layer: "logging",
        file: DEMO,
      });
      expect(answer && lineAt(folder, answer).slice(answer.column - 1)).toMatch(new RegExp(`^${value}`));
      const compiled = await cli(["-C", folder, "compile", "demo"]);
      expect(compiled.out).toContain("written to dist/demo");
      expect(answer?.compiled && lineAt(folder, answer.compiled)).toContain(`"${value}"`);
    },
  );

  test("each lower layer is named with its line, the kit last", async () => {
    const folder = repositoryWith(kind, true);
    const [answer] = await why(folder, field);
    const steps = answer?.overrode ?? [];
    expect(steps.map(({ layer, file }) => [layer, file])).toEqual([
      ["defaults", SITE],
      ...(kind.kit === "" ? [] : [["kit", BASE]]),
    ]);
    expect(steps[0]?.value).toBe(other);
    for (const step of steps)
      expect(
        lineAt(folder, step)
          .slice(step.column - 1)
          .startsWith(step.value),
      ).toBe(true);
    const { out } = await cli(["-C", folder, "why", "demo", field]);
    expect(out).toContain(`log4j2.xml: ${key} = '${value}'`);
    expect(out).toContain(`defined at   ${DEMO}:${answer?.line}:${answer?.column}`);
    for (const { layer, file, line } of steps) expect(out).toMatch(new RegExp(`${layer} +${file}:${line}:`));
  });
});

test.each(["logging.triggers", "deleteAfter", "logging.levels", "logging.triggers.OTHER"])(
  "%s, which the environment does not set, is a field of log4j2.xml",
  async (wanted) => {
    const { code, err } = await cli(["-C", exampleRepository(), "why", "demo", wanted]);
    expect(code).toBe(2);
    expect(err).toContain(`'${wanted}' is a field of environment.yaml, which decides values of log4j2.xml, and 'demo' sets none`);
  },
);

test("a value that the base file refuses has no compiled line", async () => {
  const folder = exampleRepository();
  edit(folder, DEMO, LOGGING, `${LOGGING}  triggers: { MAIN: a lot }\n`);
  expect((await why(folder, "triggers"))[0]).toMatchObject({ value: "a lot", compiled: null });
});

test("a secret in the place of a level is not shown", async () => {
  const folder = exampleRepository();
  const secret = `ghp_${"a1B2".repeat(9)}`;
  edit(folder, DEMO, LOGGING, `${LOGGING}  levels: { root: ${secret} }\n`);
  const [answer] = await why(folder, "levels");
  expect(answer).toMatchObject({ value: null, secret: true });
  expect(JSON.stringify(answer)).not.toContain(secret);
});
