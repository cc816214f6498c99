import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { cli } from "../support/host.ts";
import { CLIENT, closeTiers, DNS, LIVE, onQa, recorded, type Stage, stage, world } from "./record-scene.ts";

/* Whoever left a workstation at relays that have ended gets commands that work as they are printed. */

afterEach(closeTiers);

/** The words of the commands in a text, as a shell reads them. */
const commandsIn = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/`tierwright ([^`]*)`/g)].map(([, words = ""]) =>
    execFileSync("sh", ["-c", `printf '%s\\0' ${words}`], { encoding: "utf8" })
      .split("\0")
      .slice(0, -1),
  );

const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, "latin1")), "latin1");

/** A workstation whose relays have ended, with the help of doctor and of record stop. */
async function leftBehind(at: Stage, places: readonly string[] = [], change: (root: string) => void = () => undefined) {
  const { cwd, root } = at;
  const given = { cwd, dns: DNS, env: { SOURCE_DATE_EPOCH: "6" } };
  await recorded(
    at,
    async ({ bundle }) => {
      const argv = ["deploy", bundle.there, "--switch-environment", "--accept-drift", "--root", root, ...places];
      expect(await cli(argv, given)).toMatchObject({ code: 0 });
    },
    places,
  );
  change(root);
  const run = (words: readonly string[]) => cli(words, { ...given, recording: world() });
  const doctor = async (environment: readonly string[] = []) => {
    const install = places.indexOf("--install");
    const argv = [
      ...environment,
      "--root",
      root,
      ...(install < 0 ? [] : places.slice(install, install + 2)),
      "--store",
      "captures",
    ];
    const only = "relay/left-behind,plugin/last-swap";
    const { out } = await run(["doctor", ...argv, "--only", only, "--format", "json"]);
    const { checks } = JSON.parse(out) as { readonly checks: readonly { id: string; state: string; help: string }[] };
    return new Map(checks.map((check) => [check.id, check]));
  };
  const help = (await doctor()).get("relay/left-behind")?.help ?? "";
  const { out } = await run(["record", "stop", "demo", "--store", "captures", "--root", root, ...places, "--format", "json"]);
  return { run, doctor, help, ended: (JSON.parse(out).next as readonly string[]).join("; ") };
}

const conf = (root: string, name = "connector") => join(root, "C", LIVE, "conf", `${name}.properties`);

test.each<readonly [string, readonly string[], (root: string) => void]>([
  ["as it was", [], () => undefined],
  ["with another install folder", ["--install", "C:\\Own Tools\\Tool"], () => undefined],
  ["with another client file", ["--client-file", "D:\\own\\c.properties"], () => undefined],
  ["with a value of the connector added by hand", [], (root) => appendFileSync(conf(root), "BY_HAND=1\n")],
  ["with a value of the logger added by hand", [], (root) => appendFileSync(conf(root, "logger"), "BY_HAND=1\n")],
  [
    "with a value of the client changed by hand",
    [],
    (root) => edit(join(root, "C", CLIENT), (text) => text.replace(/^Transport=.*$/m, "Transport=own")),
  ],
  [
    "with one of the two addresses put back by hand",
    [],
    (root) => edit(conf(root), (text) => text.replace(/^TC_SERVER_URL=.*$/m, "TC_SERVER_URL=https\\://own.example.com/tc")),
  ],
])("[G6] [H5] doctor and record stop print the command that takes a workstation back, %s", async (what, places, change) => {
  const at = await stage();
  writeFileSync(conf(at.root, "logger"), "OWN=1\n");
  const move = (from: string, to: string) => {
    mkdirSync(dirname(join(at.root, to)), { recursive: true });
    renameSync(join(at.root, from), join(at.root, to));
  };
  if (places.includes("--install")) move("C/Program Files/Tool", "C/Own Tools/Tool");
  if (places.includes("--client-file")) move(`C/${CLIENT}`, "D/own/c.properties");
  const { run, doctor, help, ended } = await leftBehind(at, places, change);
  expect(commandsIn(help)).toEqual(commandsIn(ended));
  const [command = [], ...more] = commandsIn(help);
  expect(more).toEqual([]);
  // deploy would refuse the command without the option
  expect(command.includes("--accept-drift")).toBe(what.endsWith("by hand"));
  if (what.endsWith("by hand"))
    expect(await run(command.filter((word) => word !== "--accept-drift"))).toMatchObject({ code: 10 });
  expect(await run(command)).toMatchObject({ code: 0, err: "" });
  const after = await doctor();
  expect([after.get("relay/left-behind")?.state, after.get("plugin/last-swap")?.state]).toEqual(["pass", "pass"]);
});

test("[G6] [H5] where another environment was installed before, both ways back work as printed", async () => {
  const { at } = await onQa();
  const { run, doctor, help, ended } = await leftBehind(at, [], (root) => appendFileSync(conf(root), "BY_HAND=1\n"));
  expect(help).toContain("qa was installed before");
  expect(commandsIn(help)).toEqual(commandsIn(ended));
  const [home = [], build = [], back = []] = commandsIn(help);
  for (const command of [build, back]) expect(await run(command)).toMatchObject({ code: 0 });
  expect((await doctor(["qa"])).get("relay/left-behind")?.state).toBe("pass");
  expect(await run(home)).toMatchObject({ code: 0 });
  expect((await doctor(["demo"])).get("relay/left-behind")?.state).toBe("pass");
});
