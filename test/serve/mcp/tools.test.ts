import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { GLOBAL_OPTIONS } from "../../../src/report/command/options.ts";
import { below, readData } from "../../house/project.ts";
import { TOOLS } from "../../../src/serve/mcp/tools.ts";
import { exampleRepository } from "../../support/repository.ts";
import { connect } from "./client.ts";

/** Nothing that shows a secret, signs in, writes, or leads a request elsewhere. */
const NEVER =
  /^(?:reveal|disclose|raw|profile|user|password|fix|fix-review|out|apply|with-secrets|write|prune|connect|ca|allow-remote|har|pcapng)$/;

test("[G5] [G6] no tool shows what is secret, takes an account, writes or leads a request elsewhere", () => {
  const words = TOOLS.flatMap(({ name, always = [], parameters }) => [
    ...Object.entries(parameters).flatMap(([parameter, { option }]) => [[name, option ?? parameter]]),
    ...always.map((word) => [name, word.replace(/^--|=.*$/g, "")]),
  ]);
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter(([, word = ""]) => NEVER.test(word))).toEqual([]);
});

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (_, tool) => {
  test("takes what its command takes: options that there are, arguments in their order, exit codes with words", async () => {
    const { command } = (await COMMANDS.find(({ name }) => name === tool.command.join(" "))?.load()) ?? {};
    expect(command?.name).toBe(tool.command.join(" "));
    const known = new Map([...(command?.options ?? []), ...GLOBAL_OPTIONS].map((option) => [option.name, option]));
    for (const [name, parameter] of Object.entries(tool.parameters)) {
      expect(parameter.description, name).toMatch(/^[A-Z].{10,}\.$/);
      if (parameter.option === undefined) continue;
      const option = known.get(parameter.option);
      expect({ name, option: option?.name }).toEqual({ name, option: parameter.option });
      expect({ name, isSwitch: option?.value === undefined }).toEqual({ name, isSwitch: parameter.kind === "switch" });
      if (parameter.kind === "choice") expect(option?.choices ?? parameter.choices).toEqual(parameter.choices);
      if (parameter.kind === "words") expect({ name, many: option?.many }).toEqual({ name, many: true });
    }
    const own = Object.values(tool.parameters).filter(({ option, kind }) => option === undefined && kind !== "input");
    const taken = (command?.arguments ?? []).slice(0, own.length);
    expect(own.map(({ kind }) => kind === "words" || kind === "paths")).toEqual(taken.map(({ many }) => many ?? false));
    // a tool may ask for what its command can do without
    expect(own.map(({ required }, i) => required ?? taken[i]?.optional)).toEqual(own.map(() => true));
    expect(command?.formats).toContain("json");
    expect(Object.keys(tool.outcomes)).toContain("0");
  });

  test("names the schema of what its command prints", () => {
    const schemas = below("schemas", /\.schema\.json$/).map(readData) as { properties?: { schema?: { const?: string } } }[];
    expect(schemas.map(({ properties }) => properties?.schema?.const)).toContain(tool.document);
  });
});

test("[G1] the verbs are these and no others, so none enters credentials or drives a dialog", () => {
  expect(TOOLS.map(({ name }) => name).sort()).toEqual([
    ...["capture_read", "captures", "check", "diagnose", "plan", "probe"],
    ...["record_start", "record_status", "record_stop", "why"],
  ]);
});

/** Of tools that change something. */
const HINTS: Readonly<Record<string, object>> = {
  record_start: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  record_stop: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

test("[G1] [G6] recordings are started and stopped where that was allowed, and nowhere else", async () => {
  const { client } = await connect(exampleRepository());
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(TOOLS.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual(["record_start", "record_stop"]);
  for (const name of ["record_start", "record_stop"])
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(`${name} is not offered: this server changes nothing`);
});

test("[G1] a recording is of an environment, by itself, and by addresses of the repository alone", async () => {
  const asked: (readonly string[])[] = [];
  const folder = exampleRepository();
  const { call, words } = await connect(folder, {
    allowRecord: true,
    run: async (argv, host) => {
      asked.push(argv);
      host.stdout.write(JSON.stringify({ schema: `tierwright/recording${argv[1] === "stop" ? "-status" : ""}/v1` }));
      return 0;
    },
  });
  await call("record_start", { environment: "demo", mode: "patch", store: "captures" });
  await call("record_stop", { which: "demo" });
  expect(asked).toEqual([
    [
      ...["record", "start", "--detach", "--format=json", `--directory=${folder}`, "--mode=patch"],
      ...[`--store=${join(folder, "captures")}`, "--", "demo"],
    ],
    ["record", "stop", "--no-count", "--format=json", `--directory=${folder}`, "--", "demo"],
  ]);
  expect(await words("record_start", { environment: "demo", listen: "0.0.0.0:1" })).toContain("'listen' is no argument of");
  expect(await words("record_start", { environment: "demo", store: "/tmp" })).toContain("outside the folders");
});

test("the list holds JSON Schemas, hints of what each does, and what people read", async () => {
  const { client } = await connect(exampleRepository(), { allowRecord: true });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  const ajv = new Ajv2020({ strict: true });
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    ajv.compile(inputSchema);
    ajv.compile(outputSchema as object);
    expect(inputSchema.additionalProperties).toBe(false);
    expect(title).toMatch(/^[A-Z]/);
    expect(description?.length).toBeGreaterThan(80);
    expect({ name, ...annotations }).toEqual({
      name,
      title,
      ...(HINTS[name] ?? { readOnlyHint: true }),
      openWorldHint: name === "probe" || name === "record_start",
    });
  }
  // each list of tools is in what a model reads with every question
  expect(JSON.stringify(tools).length).toBeLessThan(20_000);
});

test("the server says who it is and where to begin", async () => {
  const { client } = await connect(exampleRepository());
  expect(client.getServerVersion()).toMatchObject({ name: "tierwright", title: "Tierwright", version: "0.1.0" });
  expect(client.getServerCapabilities()).toEqual({ tools: {} });
  expect(client.getInstructions()).toContain("Begin with `check`");
});
