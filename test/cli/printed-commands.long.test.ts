import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { adviceFor } from "../../src/deploy/swap/inspect/advice.ts";
import { cli } from "../support/host.ts";
import { commandsIn, FINE, pasted } from "../support/pasted.ts";
import { POSIX_SHELLS } from "../support/shells.ts";
import { notOnWindows } from "../support/not-run.ts";
import { exampleRepository, temporaryFolder } from "../support/repository.ts";
import { kitRepository } from "../deploy/bundle/repository.ts";
import { sampleBundle, sampleReceipt } from "../deploy/swap/support/sample-records.ts";
import { LINES } from "./situations.ts";

/* Whatever a folder, file, environment or release is called: a printed command, pasted, is that command with those words and nothing else. */

const NAMES = [
  "x;$(touch PWNED)",
  "`touch PWNED`",
  "o'brien",
  "a b",
  '"q"',
  "-rf",
  "!!",
  "a\\b",
  "x&touch PWNED",
  "%PATH%",
  "~",
  "a\nb",
  "\u202ex",
  "${HOME}",
  "\u2018;touch PWNED;\u2019",
];

/** All strings of a JSON document. */
const strings = (value: unknown): readonly string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];

/** A repository of which folder, environment, release and files have a name. */
function repositoryCalled(name: string): string {
  const folder = join(temporaryFolder(), name === "~" ? "~" : name);
  cpSync(exampleRepository(), folder, { recursive: true });
  mkdirSync(join(folder, "scratch"));
  cpSync(join(folder, "environments/demo"), join(folder, "environments", name), { recursive: true });
  const broken = join(folder, "environments", `${name} broken`);
  mkdirSync(broken);
  writeFileSync(join(broken, "environment.yaml"), "a: [\n");
  cpSync(join(folder, "releases/2506"), join(folder, "releases", name), { recursive: true });
  writeFileSync(join(folder, `${name}.properties`), "a=\\u0007\n");
  writeFileSync(join(folder, `${name}.zip`), "no zip");
  return folder;
}

async function printed(name: string): Promise<readonly string[]> {
  const folder = repositoryCalled(name);
  const file = name.startsWith("-") ? `./${name}` : name;
  const argument = (word: string): string =>
    word === "demo"
      ? `${name} broken`
      : word === "2506"
        ? name
        : word === "environments/site.yaml"
          ? `${file}.zip`
          : word === "new"
            ? file
            : word;
  const lines: (readonly string[])[] = [
    ...LINES.filter(
      ([first, second]) => second !== "--help" && first !== undefined && !["mcp", "lsp", "record", "completion"].includes(first),
    ).map((line) => line.map(argument)),
    ["properties", "get", `${file}.properties`, "a"],
    ["deploy", `${file}.zip`, "--root", "scratch"],
    ["plan", "--base", `${file}.zip`],
    ["capture", "read", name, "--raw", "--store", "scratch"],
    ["check", "--format", "json"],
    ["check", "--format", "markdown"],
    ["init", `${file} made`, "--release", /[\\/:*?"<>|\n]/.test(name) || /[. ]$/.test(name) ? "2506" : name],
  ];
  const said: string[] = [];
  for (const line of lines) {
    const { out, err } = await cli(line, { cwd: folder });
    const document = line.includes("json") && out.startsWith("{") ? strings(JSON.parse(out)).join("\n") : "";
    said.push(out, err, document);
  }
  const clean = kitRepository();
  for (const form of ["text", "json"]) {
    const { out } = await cli(["bundle", "demo", "--serial", "1", "--out", `${file} ${form}`, "--format", form], { cwd: clean });
    said.push(
      form === "json" ? ((JSON.parse(out).next ?? []) as readonly string[]).map((next) => `next: ${next}`).join("\n") : out,
    );
  }
  const readme = join(folder, `${name} made`, "README.md");
  if (existsSync(readme)) said.push(readFileSync(readme, "utf8"));
  return commandsIn(said.join("\n"));
}

/** The path of an example of `check`, which each shell has to keep whole. */
const HOSTS = String.raw`C:\Windows\System32\drivers\etc\hosts`;

/** The words in the next step of a `diagnose` that found nothing. */
const SEEN = "what is seen";

describe.each(NAMES.map((name) => [JSON.stringify(name), name]))("everything is called %s", (_, name = "") => {
  test("and each printed command is read by the shells as it is meant", { timeout: 300_000 }, async () => {
    notOnWindows("such names");
    const commands = await printed(name);
    expect(commands.length).toBeGreaterThan(3);
    // a name that a shell can be given is in more than one of them
    if (!/[\n`\u202e]/.test(name))
      expect(commands.filter((command) => command.includes(name.slice(0, 1))).length).toBeGreaterThan(3);
    for (const shell of POSIX_SHELLS)
      expect({ shell, ...pasted(shell, commands, [name, "2024x Refresh3", HOSTS, SEEN]) }).toEqual({ shell, ...FINE });
  });
});

test("[D9] a receipt named by somebody else prints no command that runs anything", { timeout: 120_000 }, () => {
  notOnWindows("such names");
  const said = NAMES.flatMap((name) => {
    const swap = sampleReceipt({ bundle: sampleBundle({ name: `${name}.zip` }) });
    const typed = { where: { root: null, install: null, clientFile: null }, file: null };
    const settings = sampleReceipt({
      kind: "settings",
      bundle: sampleBundle({ name: "s.zip", manifest: "s", environment: name, connector: name }),
    });
    return [
      adviceFor(swap, [{ kind: "missing", text: "x" } as never], [swap], typed),
      adviceFor(settings, [{ kind: "value", text: "x" } as never], [settings], typed),
    ];
  });
  const commands = commandsIn(said.join("\n"));
  expect(commands.length).toBeGreaterThan(NAMES.length);
  for (const shell of POSIX_SHELLS) expect({ shell, ...pasted(shell, commands, NAMES) }).toEqual({ shell, ...FINE });
  // what no shell can be given is told by code points
  expect(said.filter((text) => text.includes("\n") || text.includes("\u202e"))).toEqual([]);
  expect(said.join("\n")).toContain("a<U+000A>b.zip");
});
