import { notRun } from "../../support/not-run.ts";
import { sign } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { openBundle } from "../../../src/deploy/bundle/open.ts";
import { rsaKeys } from "../../support/keys.ts";
import { swapParts, zipped } from "./support/bundle.ts";
import { copiedReceipt } from "../../../src/deploy/swap/protocol/copied-receipt.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { at } from "./support/installation.ts";
import { RUNNERS } from "./support/runners.ts";
import { everything, jsonOf, livePairs, receipts, wantedPairs } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

interface Signer {
  readonly publicKey: string;
  sign(bundle: string): void;
}

function signer(folder: string, name: string, number: number): Signer {
  const { publicKey, privateKey } = rsaKeys(number);
  const path = join(folder, `${name}.pub.pem`);
  writeFileSync(path, publicKey.export({ type: "spki", format: "pem" }));
  const manifestOf = (bytes: Buffer) =>
    openBundle({ size: bytes.length, read: (from, length) => bytes.subarray(from, from + length) }).manifestBytes;
  return {
    publicKey: path,
    sign: (bundle) => writeFileSync(`${bundle}.sig`, sign("sha256", manifestOf(readFileSync(bundle)), privateKey)),
  };
}

const CORPUS = fileURLToPath(new URL("../../../../shared/corpus/zips", import.meta.url));

describe.each(RUNNERS)("$name", (runner) => {
  test("[D2, D3] a bundle with a changed byte, a missing or an extra file, or a name that Windows cannot have is refused before anything is written", async () => {
    const here = new Workstation(runner, "hand-made");
    const { manifest, files } = swapParts();
    const text = JSON.stringify(manifest);
    const { "plugin/plugin.xml": _, ...fewer } = files;
    const sound = zipped(text, files);
    const flipped = Buffer.from(sound);
    flipped[sound.indexOf("PK connector 2506")] = 0x51;
    const bad: [string, Buffer][] = [
      ["changed", flipped],
      ["cut", sound.subarray(0, sound.length - 30)],
      ["fewer", zipped(text, fewer)],
      ["more", zipped(text, { ...files, "plugin/zzz.jar": "PK" })],
      ["swapped", zipped(text, { ...files, "plugin/lib/connector-2506.jar": "PK other" })],
      ["manifest", zipped(text.replace('"serial":1790002506', '"serial":"x"'), files)],
      ["twice", zipped(text.replace('"serial"', '"serial":1,"serial"'), files)],
      [
        "traversal",
        Buffer.from(
          zipped(text, files).toString("latin1").replaceAll("plugin/plugin.xml", "plugin/../evl.xml").replace("xx", "xx"),
          "latin1",
        ),
      ],
    ];
    for (const [name, bytes] of bad) {
      const path = join(here.folder, `${name}.zip`);
      writeFileSync(path, bytes);
      await here.refused(() => here.deploy(path), 10, /bundle|manifest|archive|zip|plugin/i);
    }
  });

  test("[D2, D3] the hostile zips of the corpus are refused before anything is written", async () => {
    const here = new Workstation(runner, "hand-made");
    const names = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => name.endsWith(".zip")) : [];
    if (names.length === 0) notRun("../shared/corpus/zips does not lie beside this clone");
    for (const name of names) await here.refused(() => here.deploy(join(CORPUS, name)), 10, /./);
    expect(existsSync(at.swap(here.root))).toBe(false);
  });

  test("[D1, D3] a key demands a signature; a key that was given once is held to by later runs", async () => {
    const here = new Workstation(runner, "hand-made");
    const release = signer(here.folder, "release", 1);
    const other = signer(here.folder, "other", 2);
    const bundle = here.swap();
    await here.refused(() => here.deploy(bundle, { key: release.publicKey }), 10, /sig/i);
    other.sign(bundle);
    await here.refused(() => here.deploy(bundle, { key: release.publicKey }), 10, /sig/i);
    release.sign(bundle);
    await here.done(here.deploy(bundle, { key: release.publicKey }));
    const unsigned = here.swap({ release: "2606" });
    await here.refused(() => here.deploy(unsigned), 10, /key/i);
    other.sign(unsigned);
    await here.refused(() => here.deploy(unsigned), 10, /key/i);
    await here.refused(() => here.deploy(unsigned, { key: other.publicKey }), 10, /key/i);
    release.sign(unsigned);
    await here.done(here.deploy(unsigned, { key: release.publicKey }));
  });

  test("[D8] receipts are valid by their published schema, and copied to a share with the machine's name", async () => {
    const here = new Workstation(runner, "hand-made");
    const share = join(here.folder, "share", "receipts");
    await here.done(here.deploy(here.swap(), { receiptCopy: share }));
    await here.done(here.deploy(here.swap({ release: "2606", tier: "pilot" }), { switchEnvironment: true, receiptCopy: share }));
    await here.done(
      here.deploy(here.settings({ release: "2606" }), { switchEnvironment: true, receiptCopy: share, acceptDrift: true }),
    );
    await here.done(here.rollback({ receiptCopy: share }));
    const lie = receipts(here.root);
    expect(lie.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [1, "swap"],
      [2, "swap"],
      [3, "settings"],
      [4, "rollback"],
    ]);
    const copies = readdirSync(share).map((name) => jsonOf(join(share, name)));
    const byRun = (list: readonly Record<string, unknown>[]) => [...list].sort((a, b) => Number(a.sequence) - Number(b.sequence));
    expect(byRun(copies)).toEqual(byRun(lie).map((receipt) => copiedReceipt(receipt as unknown as Receipt)));
    for (const receipt of lie) expect(readdirSync(share).some((name) => name.endsWith(`${String(receipt.run)}.json`))).toBe(true);
    const schema = jsonOf(fileURLToPath(new URL("../../../schemas/receipt.schema.json", import.meta.url)));
    const validate = new Ajv({ strict: false }).compile(schema);
    for (const receipt of [...lie, ...copies]) expect(validate(receipt) ? null : validate.errors).toBeNull();
  });

  test("[D8] a share that cannot be reached never undoes a deploy", async () => {
    const here = new Workstation(runner, "hand-made");
    const file = join(here.folder, "no-folder");
    writeFileSync(file, "");
    const { code, out, err } = await here.deploy(here.swap(), { receiptCopy: join(file, "x") });
    expect(code).toBe(0);
    expect(out + err).toMatch(/could not be copied|cannot be copied|not copied/i);
  });

  test("[D3] what was staged ahead is used by the swap, with the machine's keep keys as they are then", async () => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap({ manifest: { keep: ["STAGING_DIR"] } });
    const old = here.state;
    await here.done(here.deploy(bundle, { stage: true }));
    expect(here.state).toEqual(old);
    const ready = Object.keys(everything(here.root)).filter((path) => path.includes("/.swap/ready/") && path.endsWith(".jar"));
    expect(ready.length).toBe(2);
    await here.done(here.deploy(bundle, { stage: true }));
    writeFileSync(at.conf(here.root), readFileSync(at.conf(here.root), "utf8").replace("D\\:\\\\mine", "E\\:\\\\later"));
    await here.done(here.deploy(bundle));
    expect(readFileSync(at.conf(here.root), "utf8")).toContain("STAGING_DIR=E\\:\\\\later\n");
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
    expect(Object.keys(everything(here.root)).filter((path) => path.includes("/.swap/ready/") && path.endsWith(".jar"))).toEqual(
      [],
    );
    await here.done(here.verify());
  });

  test("[D3] a tree that was staged ahead and altered since is never installed", async () => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap();
    await here.done(here.deploy(bundle, { stage: true }));
    const jar = Object.keys(everything(here.root)).find(
      (path) => path.includes("/.swap/ready/") && path.endsWith("connector-2506.jar"),
    );
    writeFileSync(join(here.root, jar ?? ""), "evil");
    await here.done(here.deploy(bundle));
    expect(readFileSync(join(at.live(here.root), "lib", "connector-2506.jar"), "utf8")).toBe("PK connector 2506");
  });

  test("[D3] --what-if says what would be done and writes nothing, before the first install and after a kill", async () => {
    for (const start of ["nothing", "hand-made"] as const) {
      const here = new Workstation(runner, start);
      const before = everything(here.root);
      await here.done(here.deploy(here.swap(), { whatIf: true }));
      expect(everything(here.root)).toEqual(before);
      expect(existsSync(at.swap(here.root))).toBe(false);
    }
    const killed = new Workstation(runner, "hand-made");
    await killed.done(killed.deploy(killed.swap()));
    const next = killed.swap({ release: "2606" });
    await killed.killedAt("enter", next);
    const before = everything(killed.root);
    await killed.deploy(next, { whatIf: true });
    expect(everything(killed.root)).toEqual(before);
  });
});
