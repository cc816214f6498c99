import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { withoutSecrets } from "../../src/kit/keys.ts";
import type { BundleShape } from "./support/bundle.ts";
import { at } from "./support/installation.ts";
import { confText } from "./support/releases.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";

vi.mock("../../src/io/swap-world.ts", async (original) =>
  (await import("./support/faulty-world.ts")).faultyWorld(await original()),
);
vi.setConfig({ testTimeout: 300_000 });

const SECRET = /geheim-\d/;

/** Values that are secret by their name, by their form, and because one bundle declares them. */
const MACHINE =
  "DB_PASSWORD=geheim-1\nPROXY=http\\://jane\\:geheim-2@proxy.example.com\nVAULT=geheim-3\nuserPwd=geheim-4\nPRIVATE_KEY=geheim-5\n";
const VAULT = { file: "connector", key: "VAULT", secret: "/workstation/set/connector/VAULT", unit: false } as const;
const DECLARING: BundleShape = { values: [VAULT] };
/** A later build that does not call it a secret any more. */
const LATER: BundleShape = { release: "2606", conf: confText("2606", "production", [["VAULT", "plain"]]) };

/** Every file of the work folder that is a record, as text: what was kept of the machine's own files holds the bytes, and must. */
function records(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json") && entry.name !== "plan.json")
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
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
      here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true, acceptDrift: true, receiptCopy: copies }),
      0,
    );
    await run(here.rollback(), 0);
    expect(records(copies)).not.toMatch(SECRET);
    expect(said.join("\n")).toMatch(/\(hidden\)/);
  });

  test("[D9] a secret that somebody takes out of the conf is missed by verify, and not said", async () => {
    const here = new Workstation(runner, "hand-made");
    const conf = at.conf(here.root);
    writeFileSync(conf, readFileSync(conf, "utf8") + MACHINE);
    await here.done(here.deploy(here.swap(DECLARING)));
    writeFileSync(conf, readFileSync(conf, "utf8").replace(/^VAULT=.*\n/m, ""));
    const { code, err } = await here.verify();
    expect(err).toMatch(/VAULT is a secret that was here when this was installed, and is gone/);
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
