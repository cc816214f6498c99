import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PropertiesDocument, sha256 } from "../../../src/kernel/index.ts";
import { eachNth } from "../../support/runs.ts";
import type { BundleShape } from "./support/bundle.ts";
import { at } from "./support/installation.ts";
import { cli } from "./support/in-process.ts";
import { debris } from "./support/judge.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";

const REAL = "geheim-4711";
const posix = process.platform !== "win32";

const row = (file: "connector" | "client", key: string) =>
  ({ file, key, secret: `/workstation/set/${file}/${key}`, unit: false }) as const;
const DECLARING: BundleShape = { values: [row("connector", "VAULT")] };
const BOTH: BundleShape = { values: [row("connector", "VAULT"), row("client", "APP_TOKEN")] };

/** Spellings of the machine's line, and what is said of it. */
const NONE: readonly (readonly [string | null, RegExp])[] = [
  [null, /VAULT is missing/],
  ["", /VAULT is empty/],
  ["\\u0020\\u0020", /VAULT holds only blanks/],
  ["\\u00a0", /VAULT holds only blanks/],
  ["changeme", /VAULT holds a placeholder/],
  ["Change-Me!", /VAULT holds a placeholder/],
  ["<password>", /VAULT holds a placeholder/],
  ["${VAULT_PASSWORD}", /VAULT holds a placeholder/],
  ["$VAULT_PASSWORD", /VAULT holds a placeholder/],
  ["%VAULT%", /VAULT holds a placeholder/],
  ["****", /VAULT holds a placeholder/],
  ["TODO", /VAULT holds a placeholder/],
  ["[your password]", /VAULT holds a placeholder/],
  ["\\u200b\\ufeff\\u00ad", /VAULT holds only quotes or invisible characters/],
  ['""', /VAULT holds only quotes or invisible characters/],
  ["' '", /VAULT holds only quotes or invisible characters/],
  ["{PASSWORD}", /VAULT holds a placeholder/],
  ["<<password>>", /VAULT holds a placeholder/],
  ["%%VAULT%%", /VAULT holds a placeholder/],
  ["__VAULT_PASSWORD__", /VAULT holds a placeholder/],
  ["\\#{VAULT}\\#", /VAULT holds a placeholder/],
  ['"<password>"', /VAULT holds a placeholder/],
  ["'${VAULT}'", /VAULT holds a placeholder/],
  ["CHANGE_ME_PLEASE", /VAULT holds a placeholder/],
  ["n/a", /VAULT holds a placeholder/],
  ["@secret(/workstation/set/connector/VAULT)", /VAULT holds a placeholder/],
];

/** Values of people and programs, some of which look odd. */
const VALUES = [
  "changeit",
  "$ecret7",
  "[hunter2]",
  "on",
  "/opt/vault",
  "https\\://hooks.example.com/x",
  "Changeme-7",
  "1234",
  "*Secret7*",
  "{x}y",
  "__a__",
  "{AES}Zm9v",
  "P@ss%word%",
  "''tiger''",
];

const FILES_OF_RUN = /(?:^|\/)(?:files|old|new|strays|ready)\//;
const records = (folder: string): string =>
  (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !FILES_OF_RUN.test(name) && lstatSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");

/** Values that a properties file must spell in another way. */
const ODD = [
  String.raw`C:\temp\u0041\ends\n`,
  "  leads-and-ends  ",
  String.raw`\u00e9 is typed, \\ too\\`,
  "gr\u00fc\u00df-\u20ac-\u{1f511}",
  "#begins! a=b:c\twith tab",
  "two\nlines\r\nof it",
  "ends-with-\\",
];

describe.each(RUNNERS)("$name", (runner) => {
  const machine = (line: string | null, start: "hand-made" | "tool" = "hand-made") => {
    const here = new Workstation(runner, start);
    if (line !== null && start === "hand-made") put(here, `VAULT=${line}`);
    return here;
  };
  const put = (here: Workstation, line: string) => {
    const conf = at.conf(here.root);
    const key = line.slice(0, line.indexOf("="));
    const rest = readFileSync(conf, "latin1").replace(new RegExp(`^${key}=.*\\n`, "m"), "");
    writeFileSync(conf, `${rest}${line}\n`, "latin1");
  };
  /** A file with references, and the files that it refers to; nobody else may read them. */
  const secretsFile = (here: Workstation, content: string | Buffer, values: Readonly<Record<string, string | Buffer>> = {}) => {
    const path = join(here.folder, "secrets.json");
    for (const [name, value] of [["secrets.json", content] as const, ...Object.entries(values)]) {
      writeFileSync(join(here.folder, name), value);
      chmodSync(join(here.folder, name), 0o600);
    }
    return path;
  };
  const referring = (here: Workstation, value: string | Buffer = REAL) =>
    secretsFile(here, JSON.stringify({ VAULT: { file: "vault.txt" } }), { "vault.txt": value });
  const both = (here: Workstation, value: string) =>
    secretsFile(here, JSON.stringify({ VAULT: { file: "vault.txt" }, APP_TOKEN: { file: "vault.txt" } }), {
      "vault.txt": value,
    });
  const vaultOf = (here: Workstation) => /^VAULT=(.*)$/m.exec(readFileSync(at.conf(here.root), "latin1"))?.[1];

  test.each(eachNth(4, NONE))(
    "[D11] a machine whose line is '%s' has no secret: deploy and what-if refuse alike",
    async (line, says) => {
      const here = machine(line);
      const bundle = here.swap(DECLARING);
      for (const whatIf of [false, true]) {
        const { err } = await here.refused(() => here.deploy(bundle, { whatIf }), 10, says);
        expect(err).toMatch(/not set on this machine/);
        expect(err).toContain(at.conf(here.root));
        expect(err).toMatch(runner.name === "built-in" ? /--secrets FILE/ : /-Secrets FILE/);
      }
    },
  );

  test("[D11] a machine without any settings file is refused by what-if as by deploy", async () => {
    const here = machine(null, "tool");
    for (const whatIf of [false, true])
      await here.refused(() => here.deploy(here.swap(DECLARING), { whatIf }), 10, /does not have yet: VAULT is missing/);
  });

  test("[D11] every secret that is still to be set is named, of both files", async () => {
    const here = machine("");
    const client = at.client(here.root);
    writeFileSync(client, `${readFileSync(client, "latin1")}APP_TOKEN=changeme\r\n`, "latin1");
    const { err } = await here.refused(() => here.deploy(here.swap(BOTH)), 10, /2 secrets? /);
    expect(err).toMatch(/VAULT is empty/);
    expect(err).toContain(`${client}:`);
    expect(err).toMatch(/APP_TOKEN holds a placeholder/);
    expect(err).not.toContain("changeme");
  });

  test.each(eachNth(4, VALUES))("[D11] '%s' is a value: it is installed as it is", async (value) => {
    const here = machine(value);
    const bundle = here.swap(DECLARING);
    await here.done(here.deploy(bundle, { whatIf: true }));
    await here.done(here.deploy(bundle));
    expect(vaultOf(here)).toBe(value);
  });

  test("[D11] a bundle without a secret asks for none, whatever the machine holds", async () => {
    const here = machine("changeme");
    await here.done(here.deploy(here.swap()));
  });

  test("[D11] a value that somebody empties after the install is not 'already there'", async () => {
    const here = machine(REAL);
    const bundle = here.swap(DECLARING);
    await here.done(here.deploy(bundle));
    put(here, "VAULT=");
    for (const whatIf of [false, true]) await here.refused(() => here.deploy(bundle, { whatIf }), 10, /VAULT is empty/);
    await here.done(here.deploy(bundle, { secrets: referring(here) }));
    expect(vaultOf(here)).toBe(REAL);
  });

  test("[D11] the file of secrets fills what is to be set, in both files, and no output and no record shows it", async () => {
    const here = machine("");
    const bundle = here.swap(BOTH);
    const both = { VAULT: { file: "vault.txt" }, APP_TOKEN: { file: "token.txt" } };
    const secrets = secretsFile(here, JSON.stringify(both), { "vault.txt": `${REAL}\n`, "token.txt": "geheim-4712\r\n" });
    const said: string[] = [];
    for (const whatIf of [true, false]) {
      const { out, err } = await here.done(here.deploy(bundle, { secrets, whatIf }));
      said.push(out, err);
      expect(out).toMatch(/VAULT of the connector file is taken from the secrets file/);
      expect(out).toMatch(/APP_TOKEN of the client file is taken from the secrets file/);
    }
    expect(vaultOf(here)).toBe(REAL);
    expect(readFileSync(at.client(here.root), "latin1")).toMatch(/^APP_TOKEN=geheim-4712\r?$/m);
    const { out } = await here.done(here.deploy(bundle));
    expect(out).toMatch(/already there/i);
    await here.done(here.verify());
    said.push(out, records(at.swap(here.root)));
    await here.done(here.rollback());
    expect(vaultOf(here)).toBe("");
    expect(readFileSync(at.client(here.root), "latin1")).not.toContain("geheim");
    expect(said.join("\n")).not.toMatch(/geheim/);
  });

  test.each(["place", "files:client", "receipt"])(
    "[D11, D4] a run with supplied values that is killed at %s ends old or new, and no record holds a value",
    async (step) => {
      const here = machine("");
      const bundle = here.swap(BOTH);
      const both = { VAULT: { file: "vault.txt" }, APP_TOKEN: { file: "token.txt" } };
      const secrets = secretsFile(here, JSON.stringify(both), { "vault.txt": REAL, "token.txt": "geheim-4712" });
      await here.killedAt(step, bundle, { secrets });
      expect(records(at.swap(here.root))).not.toMatch(/geheim/);
      const client = at.client(here.root);
      writeFileSync(client, `# rewritten\n${readFileSync(client, "latin1")}`, "latin1");
      await here.done(here.deploy(bundle, { secrets }));
      expect(vaultOf(here)).toBe(REAL);
      expect(readFileSync(client, "latin1").match(/^APP_TOKEN=geheim-4712\r?$/gm)).toHaveLength(1);
      await here.done(here.rollback());
      expect([vaultOf(here), /APP_TOKEN/.exec(readFileSync(client, "latin1"))]).toEqual(["", null]);
      expect(records(at.swap(here.root))).not.toMatch(/geheim/);
    },
  );

  test("[D11, D4] a run that was killed with supplied values is finished or undone without the file of secrets", async () => {
    const here = machine("");
    const bundle = here.swap(DECLARING);
    const secrets = referring(here);
    for (const [step, vault] of [
      ["place", ""],
      ["receipt", REAL],
    ] as const) {
      await here.killedAt(step, bundle, { secrets });
      rmSync(secrets);
      rmSync(join(here.folder, "vault.txt"));
      // the next run mends first; without a value of the secret it then refuses, and says which key lacks one
      const { code, err } = await here.deploy(bundle);
      if (vaultOf(here) === REAL) expect({ code, err }).toEqual({ code: 0, err: "" });
      else expect({ code, err }).toEqual({ code: 10, err: expect.stringMatching(/VAULT is empty/) });
      expect([vaultOf(here), debris(here.root)]).toEqual([vault, []]);
      expect(records(at.swap(here.root)) + err).not.toMatch(/geheim/);
      referring(here);
    }
  });

  test.each(ODD)("[D11] a supplied value is escaped so that Java reads it back unchanged: %j", async (value) => {
    const here = machine("");
    const { out } = await here.done(here.deploy(here.swap(BOTH), { secrets: both(here, value) }));
    for (const [path, key] of [
      [at.conf(here.root), "VAULT"],
      [at.client(here.root), "APP_TOKEN"],
    ] as const)
      expect(PropertiesDocument.parse(readFileSync(path)).load().map.get(key)?.value).toBe(value);
    for (const part of [value, value.trim(), sha256(Buffer.from(value))])
      expect(out + records(at.swap(here.root))).not.toContain(part);
  });

  test.runIf(process.platform !== "win32")(
    "[D11] only its owner can read a settings file that is new and has a secret",
    async () => {
      const here = machine(null, "tool");
      const secrets = secretsFile(here, JSON.stringify({ VAULT: { file: "vault.txt" }, APP_TOKEN: { file: "vault.txt" } }), {
        "vault.txt": REAL,
      });
      await here.done(here.deploy(here.swap(BOTH), { secrets }));
      const mode = (path: string) => statSync(path).mode & 0o777;
      expect([mode(at.conf(here.root)), mode(at.client(here.root))]).toEqual([0o600, 0o600]);
      expect(
        at
          .profiles(here.root)
          .map(mode)
          .every((one) => (one & 0o044) === 0o044),
      ).toBe(true);
    },
  );

  test("[D11] the machine's own value stays, and it is reported that the other one is not used", async () => {
    const here = machine(REAL);
    const { out } = await here.done(here.deploy(here.swap(DECLARING), { secrets: referring(here, "geheim-9") }));
    expect(vaultOf(here)).toBe(REAL);
    expect(out).toMatch(/VAULT of the connector file: this machine's value is kept/);
    expect(out).not.toMatch(/geheim/);
  });

  test("[D11] on a machine without settings files the file of secrets is enough", async () => {
    const here = machine(null, "tool");
    await here.done(here.deploy(here.swap(DECLARING), { secrets: referring(here) }));
    expect(vaultOf(here)).toBe(REAL);
  });

  test("[D11] the new folder can be staged ahead without a secret", async () => {
    const here = machine("");
    await here.done(here.deploy(here.swap(DECLARING), { stage: true }));
  });

  test.each<readonly [string, string | Buffer, RegExp]>(
    eachNth(4, [
      ["is empty", "", /is empty/],
      ["holds only blanks", "  ", /holds only blanks/],
      ["holds a placeholder", "changeme", /holds a placeholder/],
      ["has a byte order mark", `\ufeff${REAL}`, /byte order mark|UTF-8/],
      ["is UTF-16", Buffer.from(`\ufeff${REAL}`, "utf16le"), /byte order mark|UTF-8/],
      ["is no text", Buffer.from([0x67, 0xff, 0x68]), /UTF-8/],
    ]),
  )("[D11] a file that %s gives no value: refused, with the reason", async (_, content, says) => {
    const here = machine("");
    const secrets = referring(here, content);
    for (const whatIf of [false, true]) {
      const { err } = await here.refused(() => here.deploy(here.swap(DECLARING), { secrets, whatIf }), 10, says);
      expect(err).toMatch(/VAULT is empty/);
      expect(err).toMatch(/file vault\.txt/);
      expect(err).not.toContain("geheim");
    }
  });

  test("[D11] a variable that is not set, and a file that is missing, are named", async () => {
    const here = machine("");
    const variable = secretsFile(here, '{\n  "VAULT": { "env": "TIERWRIGHT_NOT_SET" }\n}\n');
    await here.refused(
      () => here.deploy(here.swap(DECLARING), { secrets: variable }),
      10,
      /VAULT is empty; \S+secrets\.json:2:3: the secrets file has no value: environment variable TIERWRIGHT_NOT_SET is not set/,
    );
    const missing = secretsFile(here, JSON.stringify({ VAULT: { file: "nowhere.txt" } }));
    await here.refused(() => here.deploy(here.swap(DECLARING), { secrets: missing }), 10, /file nowhere\.txt cannot be read/);
  });

  test.each<readonly [string, string | Buffer, RegExp]>(
    eachNth(4, [
      [
        "a key that is no secret of the bundle",
        '{\n  "VAULT": { "file": "vault.txt" },\n  "DB_HOST": { "env": "X" }\n}\n',
        /:3:3: .*no secret of this bundle/,
      ],
      [
        "a key that is no secret, and a reference of the same name",
        '{\n  "VAULT": { "env": "DB_HOST" },\n  "\\u0044B_HOST": { "env": "VAULT" }\n}\n',
        /:3:3: .*no secret of this bundle/,
      ],
      ["a value in plain text", '{\n  "VAULT": "geheim-1"\n}\n', /:2:3: .*not a reference/],
      ["a program", '{ "VAULT": { "command": ["geheim-1"] } }\n', /:1:3: .*not a reference/],
      ["two places", '{ "VAULT": { "env": "X", "file": "geheim-1" } }\n', /:1:3: .*not a reference/],
      ["a name that no file can have", '{ "VAULT": { "file": "a\\u0000b" } }\n', /:1:\d+: /],
      ["an empty name", '{ "VAULT": { "env": "" } }\n', /:1:3: .*not a reference/],
      ["a list", '["geheim-1"]\n', /map|object/],
      ["nothing", "", /empty|nothing|object/],
      ["no key", "{}\n", /no secret|names no/],
      ["the same key twice", '{ "VAULT": { "env": "X" }, "VAULT": { "env": "geheim" } }\n', /:1:28: /],
      ["a line that is not of the format", '{\n  "VAULT": { "file" "geheim-1" }\n}\n', /:2:\d+: /],
      ["UTF-16", Buffer.from('\ufeff{ "VAULT": { "file": "geheim-1" } }', "utf16le"), /UTF-16/],
      ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), /UTF-8/],
    ]),
  )("[D11] %s in the file of secrets is wrong use, with its place; nothing of it is quoted", async (_, content, says) => {
    const here = machine("");
    const secrets = secretsFile(here, content, { "vault.txt": REAL });
    const { err } = await here.refused(() => here.deploy(here.swap(DECLARING), { secrets }), 2, says);
    expect(err).toContain("secrets.json");
    expect(err).not.toContain("geheim");
  });

  test("[D11] a byte order mark of UTF-8 before the references is nothing", async () => {
    const here = machine("");
    const secrets = secretsFile(here, `\ufeff${JSON.stringify({ VAULT: { file: "vault.txt" } })}`, { "vault.txt": REAL });
    await here.done(here.deploy(here.swap(DECLARING), { secrets }));
  });

  test("[D11] a file of secrets that is missing is wrong use", async () => {
    const here = machine("");
    const secrets = join(here.folder, "nowhere.json");
    const { err } = await here.refused(() => here.deploy(here.swap(DECLARING), { secrets }), 2, /there is no file/i);
    expect(err).toContain("nowhere.json");
  });

  test.runIf(posix)("[D11] what others may read is not read: the file of secrets, and the file of one", async () => {
    const here = machine("");
    const secrets = referring(here);
    chmodSync(secrets, 0o640);
    await here.refused(() => here.deploy(here.swap(DECLARING), { secrets }), 2, /mode 640[\s\S]*chmod 600/);
    chmodSync(secrets, 0o600);
    chmodSync(join(here.folder, "vault.txt"), 0o604);
    await here.refused(() => here.deploy(here.swap(DECLARING), { secrets }), 10, /file vault\.txt was not read: .*mode 604/);
  });
});

test("[D11] YAML with a variable, as people write it", async () => {
  const here = new Workstation(RUNNERS[0] as never, "tool");
  const path = join(here.folder, "secrets.yaml");
  writeFileSync(path, "# of this machine\nVAULT: { env: VAULT_PASSWORD }\n", { mode: 0o600 });
  const words = ["deploy", here.swap(DECLARING), `--root=${here.root}`, `--secrets=${path}`];
  const { code, out, err } = await cli(words, { env: { VAULT_PASSWORD: REAL } });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).not.toContain(REAL);
  expect(readFileSync(at.conf(here.root), "latin1")).toContain(`VAULT=${REAL}`);
});
