import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withoutSecrets } from "../../../src/compiler/kit/keys.ts";
import type { BundleShape } from "./support/bundle.ts";
import { at } from "./support/installation.ts";
import { confText } from "./support/releases.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";

const SECRET = /geheim-\d/;

/** Values that are secret by their name, by their form, and because one bundle declares them. */
const MACHINE =
  "DB_PASSWORD=geheim-1\nPROXY=http\\://jane\\:geheim-2@proxy.example.com\nVAULT=geheim-3\nuserPwd=geheim-4\nPRIVATE_KEY=geheim-5\n";
const VAULT = { file: "connector", key: "VAULT", secret: "/workstation/set/connector/VAULT", unit: false } as const;
const DECLARING: BundleShape = { values: [VAULT] };
/** A bundle that decides what looked like a secret in the client file: a plan would hold what was there. */
const PLAIN = [
  { file: "client", key: "APP_TOKEN", value: "plain", unit: false },
  { file: "client", key: "PROXY", value: "http://proxy", unit: false },
] as const;
const CLIENT = "APP_TOKEN=geheim-6\nPROXY=http\\://jane\\:geheim-7@proxy\n";
/** A later build that does not call it a secret any more. */
const LATER: BundleShape = { release: "2606", conf: confText("2606", "production", [["VAULT", "plain"]]) };

/** What was kept of the machine's own files, or is prepared for them: it holds their bytes, and must. */
const KEPT = /(?:^|\/)(?:files|old|new|strays|ready)\//;

/** Every other file of the work folder, as text: plans, journals, receipts and whatever else lies there. */
function records(folder: string): string {
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !KEPT.test(name) && lstatSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

describe.each(RUNNERS)("$name", (runner) => {
  test("[E3, D8] no output and no record of a whole life says a secret: declared by any build, by its name, or in an address", async () => {
    const here = new Workstation(runner, "hand-made");
    const conf = at.conf(here.root);
    writeFileSync(conf, readFileSync(conf, "utf8") + MACHINE);
    const copies = join(here.folder, "copies");
    const said: string[] = [];
    const run = async (ended: Promise<{ code: number | null; out: string; err: string }>, code: number) => {
      const { code: got, out, err } = await ended;
      expect({ got, err: got === code ? "" : err }).toEqual({ got: code, err: "" });
      said.push(out, err);
      expect(out + err).not.toMatch(SECRET);
      expect(records(at.swap(here.root))).not.toMatch(SECRET);
    };
    const [first, later] = [here.swap(DECLARING), here.swap(LATER)];
    await run(here.deploy(first, { receiptCopy: copies }), 0);
    expect(readFileSync(conf, "utf8")).toContain("VAULT=geheim-3");
    await run(here.deploy(first), 0);
    writeFileSync(conf, `${readFileSync(conf, "utf8")}MY_TOKEN=geheim-6\nMY_PROXY=http://jane:geheim-7@proxy\n`);
    await run(here.verify(), 12);
    await run(here.deploy(later, { receiptCopy: copies }), 10);
    await run(here.deploy(later, { whatIf: true, acceptDrift: true }), 0);
    await run(here.deploy(later, { acceptDrift: true, receiptCopy: copies }), 0);
    await run(here.verify(), 0);
    await run(here.rollback({ receiptCopy: copies }), 0);
    await run(here.verify(), 12);
    await run(
      here.deploy(here.settings({ tier: "pilot" }), {
        switchEnvironment: true,
        acceptDrift: true,
        receiptCopy: copies,
      }),
      0,
    );
    await run(here.rollback(), 0);
    expect(records(copies)).not.toMatch(SECRET);
    expect(said.join("\n")).toMatch(/\(hidden\)/);
  });

  test.each(["place", "files:client", "receipt"])(
    "[E3, D4] a switch of secret values that was killed at %s ends old or new although no record holds them",
    async (step) => {
      const here = new Workstation(runner, "hand-made");
      const client = at.client(here.root);
      writeFileSync(client, readFileSync(client, "utf8") + CLIENT);
      await here.done(here.deploy(here.swap()));
      const bundle = here.swap({ release: "2606", values: PLAIN });
      await here.killedAt(step, bundle, { acceptDrift: true });
      // the connector has written the file again in between: its values are judged, not its bytes
      writeFileSync(client, `# rewritten\n${readFileSync(client, "utf8")}`);
      const [plan = ""] = (readdirSync(at.swap(here.root), { recursive: true }) as string[])
        .filter((name) => name.endsWith("plan.json"))
        .map((name) => readFileSync(join(at.swap(here.root), name), "utf8"))
        .filter((text) => text.includes("APP_TOKEN"));
      expect(plan).toContain('"secret": true');
      expect(records(at.swap(here.root))).not.toMatch(SECRET);
      await here.done(here.deploy(bundle, { acceptDrift: true }));
      expect(readFileSync(client, "utf8")).toContain("APP_TOKEN=plain");
      expect(readFileSync(client, "utf8")).not.toMatch(SECRET);
      writeFileSync(client, `# again\n${readFileSync(client, "utf8")}`);
      await here.done(here.rollback());
      expect(readFileSync(client, "utf8")).toContain("APP_TOKEN=geheim-6");
      expect(readFileSync(client, "utf8")).toContain("geheim-7");
      expect(records(at.swap(here.root))).not.toMatch(SECRET);
    },
  );

  test("[D9] a secret that somebody takes out of the conf is missed by verify, and not shown", async () => {
    const here = new Workstation(runner, "hand-made");
    const conf = at.conf(here.root);
    writeFileSync(conf, readFileSync(conf, "utf8") + MACHINE);
    await here.done(here.deploy(here.swap(DECLARING)));
    writeFileSync(conf, readFileSync(conf, "utf8").replace(/^VAULT=.*\n/m, ""));
    const { code, err } = await here.verify();
    expect(err).toMatch(/VAULT is missing: this secret was set at the last deploy/);
    expect(code).toBe(12);
  });
});

test("[E3] kit diff and import hide the values of keys that look like secrets, declared or not", () => {
  const none = new Set<string>();
  const changes = {
    added: [{ key: "DB_PASSWORD", value: "geheim-1" }],
    removed: [{ key: "PROXY", value: "http://jane:geheim-2@proxy" }],
    changed: [
      { key: "API_KEY", before: "geheim-3", after: "geheim-4" },
      { key: "LOG_LEVEL", before: "INFO", after: "DEBUG" },
    ],
  };
  const shown = JSON.stringify(withoutSecrets(changes, none));
  expect(shown).not.toMatch(SECRET);
  expect(shown).toContain('"before":"INFO"');
});
