import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "../deploy/swap/support/installation.ts";
import { RUNNERS } from "../deploy/swap/support/runners.ts";
import { everything } from "../deploy/swap/support/snapshot.ts";
import { INTERNAL, SWITCH, type Tampered, tampered, touched } from "../deploy/swap/support/tampered.ts";

// records of any shape, which the tests bend
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = Record<string, any>;
interface Records {
  readonly plan: Json;
  /** Of the run: in its place, or prepared in its folder. */
  readonly receipt: Json;
  readonly journal: Json | null;
  /** A file of somebody else, beside the root or below it. */
  readonly victim: string;
  readonly at: Tampered;
}

const sha = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
const read = (path: string): Json => JSON.parse(readFileSync(path, "utf8")) as Json;

/** The planned file of an id; one that the run did not change is made after the client file's. */
function file(records: Records, id: string): Json {
  const files: Json[] = records.plan.files;
  const found = files.find((each) => each.id === id);
  if (found) return found;
  const more = structuredClone(file(records, "client"));
  const { run } = records.plan;
  Object.assign(more, {
    id,
    as: id === "log4j2" ? "log4j2" : "bytes",
    staged: `${run}/files/${id}.new`,
    backup: `${run}/files/${id}.old`,
  });
  for (const side of ["new", "old"])
    if (existsSync(join(records.at.swap, run, "files", `client.${side}`)))
      cpSync(join(records.at.swap, run, "files", `client.${side}`), join(records.at.swap, run, "files", `${id}.${side}`));
  files.push(more);
  return more;
}

/** Another place for a file, with everything that goes with it. */
function move(each: Json, path: string): void {
  each.path = path;
  each.temp = join(dirname(path), `.${basename(path)}.0123456789abcdef.tierwright-new`);
}

/** What is written where, when the digests are right again: each alone would move, write or remove something that is not the connector's. */
const FORGED: Readonly<Record<string, (records: Records) => void>> = {
  "the client file elsewhere": (r) => move(file(r, "client"), r.victim),
  "a profile elsewhere": (r) => move(file(r, "profile-1"), r.victim),
  "log4j2.xml elsewhere": (r) => move(file(r, "log4j2"), r.victim),
  "the client file elsewhere, in the receipt, too": (r) => {
    move(file(r, "client"), r.victim);
    r.receipt.paths.client = r.victim;
  },
  "a profile elsewhere, in the receipt, too": (r) => {
    move(file(r, "profile-1"), r.victim);
    r.receipt.state.files.push({ id: "profile-1", path: r.victim, size: 7, sha256: sha("precious") });
  },
  "one more profile, in the receipt, too": (r) => {
    const more = structuredClone(file(r, "profile-1"));
    Object.assign(more, {
      id: "profile-9",
      staged: `${r.plan.run}/files/profile-9.new`,
      backup: `${r.plan.run}/files/profile-9.old`,
    });
    move(more, r.victim);
    r.plan.files.push(more);
    r.receipt.state.files.push({ id: "profile-9", path: r.victim, size: 7, sha256: sha("precious") });
    for (const side of ["new", "old"])
      if (existsSync(join(r.at.swap, r.plan.run, "files", `profile-1.${side}`)))
        cpSync(
          join(r.at.swap, r.plan.run, "files", `profile-1.${side}`),
          join(r.at.swap, r.plan.run, "files", `profile-9.${side}`),
        );
  },
  "a temporary file elsewhere": (r) => (file(r, "client").temp = `${r.victim}.0123456789abcdef.tierwright-new`),
  "a temporary file that is another file": (r) => (file(r, "client").temp = join(dirname(file(r, "client").path), "other.txt")),
  "a temporary file through '..'": (r) =>
    (file(r, "client").temp = join(dirname(file(r, "client").path), "x").replace(
      /x$/,
      "../.CommonClient.properties.0123456789abcdef.tierwright-new",
    )),
  "the plug-in folder elsewhere": (r) => (r.plan.tree.live = dirname(r.victim)),
  "another plug-in's folder": (r) => (r.plan.tree.live = join(at.plugins(r.at.here.root), "com.other")),
  "another plug-in's folder, in the receipt, too": (r) => {
    r.plan.tree.live = join(at.plugins(r.at.here.root), "com.other", "lib");
    r.receipt.plugin.folder = "com.other/lib";
  },
  "a plug-in folder above, in the receipt, too": (r) => {
    r.plan.tree.live = at.install(r.at.here.root);
    r.receipt.plugin.folder = "..";
  },
  "the folder of all plug-ins": (r) => {
    r.plan.tree.live = at.plugins(r.at.here.root);
    r.receipt.plugin.folder = ". ";
  },
  "a stale copy elsewhere": (r) =>
    r.plan.strays.push({
      path: r.victim,
      to: `strays/${r.plan.run}/${r.plan.strays.length + 1}-victim.txt`,
      folder: false,
      sha256: sha("precious"),
    }),
  "a stale copy elsewhere, in the receipt, too": (r) => {
    const to = `strays/${r.plan.run}/${r.plan.strays.length + 1}-victim.txt`;
    r.plan.strays.push({ path: r.victim, to, folder: false, sha256: sha("precious") });
    r.receipt.strays.push({ path: r.victim, to, sha256: sha("precious") });
  },
  "the tool itself as a stale copy": (r) => {
    const path = join(at.install(r.at.here.root), "bin");
    const to = `strays/${r.plan.run}/${r.plan.strays.length + 1}-bin`;
    r.plan.strays.push({ path, to, folder: true, sha256: sha("x") });
  },
  "a quarantine elsewhere": (r) =>
    r.plan.strays.push({
      path: at.profiles(r.at.here.root)[0],
      to: `strays/${r.plan.run}/../../1-x`,
      folder: false,
      sha256: sha("x"),
    }),
  "a folder made elsewhere": (r) => r.plan.made.push(join(dirname(r.victim), "made")),
  "kept bytes of elsewhere": (r) => (file(r, "client").backup = "../../../../../victim/victim.txt"),
  "kept bytes of another run": (r) => (file(r, "client").backup = "20200101T000000Z-000000/files/client.old"),
  "a kept folder of elsewhere": (r) => (r.plan.tree.backup = "../victim"),
  "a kept folder of another run": (r) => (r.plan.tree.backup = "20200101T000000Z-000000/old"),
  "another installation": (r) => (r.plan.install = r.receipt.install = dirname(r.victim)),
  "two files in one place": (r) => move(file(r, "profile-1"), file(r, "client").path),
  "a jar as the connector's settings": (r) => {
    const each = structuredClone(file(r, "client"));
    Object.assign(each, {
      id: "connector",
      staged: `${r.plan.run}/files/connector.new`,
      backup: `${r.plan.run}/files/connector.old`,
    });
    move(each, r.victim);
    r.plan.files.push(each);
  },
};

async function prepared(runner: (typeof RUNNERS)[number], step: string | null, within: boolean) {
  const here = await tampered(runner, step);
  const victim = join(within ? here.here.root : here.here.folder, "victim", "victim.txt");
  const plant = () => {
    mkdirSync(dirname(victim), { recursive: true });
    writeFileSync(victim, "precious");
  };
  const receipts = join(here.swap, "receipts");
  const receiptPath =
    step === null
      ? join(receipts, readdirSync(receipts).find((name) => name.includes(here.run)) ?? "")
      : join(here.swap, here.run, "receipt.json");
  const forge = (change: (records: Records) => void): void => {
    here.reset();
    plant();
    const [planPath, journalPath] = [join(here.swap, here.run, "plan.json"), join(here.swap, "journal.json")];
    const journal = existsSync(journalPath) ? read(journalPath) : null;
    const records: Records = { plan: read(planPath), receipt: read(receiptPath), journal, victim, at: here };
    change(records);
    const plan = JSON.stringify(records.plan);
    writeFileSync(planPath, plan);
    const all: [string, (json: Json) => void][] = [
      [receiptPath, (json) => Object.assign(json, records.receipt, { undo: { ...records.receipt.undo, sha256: sha(plan) } })],
      [journalPath, (json) => Object.assign(json, records.journal, { plan: sha(plan) })],
      [join(here.swap, here.run, "reverting.json"), (json) => Object.assign(json, { plan: sha(plan) })],
    ];
    for (const [path, put] of all) {
      if (!existsSync(path)) continue;
      const json = read(path);
      put(json);
      writeFileSync(path, JSON.stringify(json));
    }
  };
  return { ...here, victim, forge };
}

describe.each(RUNNERS)("$name", (runner) => {
  test("[D4, D5] records that are written anew with right digests, and nothing else, are taken: it is the places that are refused", async () => {
    const back = await prepared(runner, null, false);
    back.forge(() => undefined);
    expect((await back.here.rollback()).code).toBe(0);
    const on = await prepared(runner, "prove", true);
    on.forge(() => undefined);
    expect((await on.here.deploy(on.bundle, SWITCH)).code).toBe(0);
  });

  test("[D4, D5] records that were changed together, with right digests: a rollback writes, moves and removes nothing elsewhere", async () => {
    const { here, victim, forge } = await prepared(runner, null, false);
    for (const [name, change] of Object.entries(FORGED)) {
      forge(change);
      const before = everything(here.root);
      const { code, err } = await here.rollback();
      expect({ name, code, err: err.match(INTERNAL)?.[0] ?? null }).toEqual({ name, code: 12, err: null });
      expect(touched(before, here.root), name).toBe("");
      expect(everything(dirname(victim)), name).toEqual({ "victim.txt": sha("precious") });
    }
  });

  // a deploy knows the places from its bundle: nothing of others is touched below the root either
  test.each([
    ["away", "deploy"],
    ["prove", "deploy"],
    ["away", "rollback"],
  ])("[D4] the same of a run that was cut off at %s: %s does not finish it", async (step, act) => {
    const { here, bundle, victim, forge } = await prepared(runner, step, act === "deploy");
    for (const [name, change] of Object.entries(FORGED)) {
      forge(change);
      const before = everything(here.root);
      const { code, err } = await (act === "deploy" ? here.deploy(bundle, SWITCH) : here.rollback());
      expect({ name, code, err: err.match(INTERNAL)?.[0] ?? null }).toEqual({ name, code: 12, err: null });
      expect(touched(before, here.root), name).toBe("");
      expect(everything(dirname(victim)), name).toEqual({ "victim.txt": sha("precious") });
    }
  });
});
