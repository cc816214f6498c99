import { sign } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rsaPems } from "../../support/keys.ts";
import { stepOf, turned } from "../../support/runs.ts";
import { swapParts, zipped } from "./support/bundle.ts";
import { at } from "./support/installation.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";

const { publicKey, privateKey } = rsaPems();

/** A PowerShell starts once for every step. */
const TIMEOUT = process.env.TIERWRIGHT_CONFORMANCE === undefined ? 120_000 : 20 * 60_000;

const JAR = "plugin/lib/tried.jar";

function prepared(runner: (typeof RUNNERS)[number]) {
  const here = new Workstation(runner, "hand-made");
  const bundle = (name: string, jar: string) => {
    const { manifest, files } = swapParts({ files: { [JAR]: jar } });
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const path = join(here.folder, name);
    writeFileSync(path, zipped(bytes, files));
    return { path, bytes };
  };
  const [signed, foreign] = [bundle("tried.zip", "PK the signed jar"), bundle("foreign.zip", "PK a foreign jar!")];
  writeFileSync(`${signed.path}.sig`, sign("sha256", signed.bytes, privateKey));
  const key = join(here.folder, "key.pem");
  writeFileSync(key, publicKey);
  return { here, key, bundle: signed.path, foreign: foreign.path };
}

const jarOf = (root: string): string | null => {
  const path = join(at.live(root), "lib", "tried.jar");
  return existsSync(path) ? readFileSync(path, "utf8") : null;
};

describe.each(RUNNERS)("$name", (runner) => {
  for (const over of [true, false]) {
    const how = over ? "renamed over" : "rewritten in place";
    test(`[D1] a bundle that is ${how} at a step: what was signed is installed, or nothing`, { timeout: TIMEOUT }, async () => {
      const first = prepared(runner);
      const { code, err, events } = await first.here.deploy(first.bundle, { key: first.key });
      expect({ code, err }).toEqual({ code: 0, err: "" });
      const names = events.filter(({ kind }) => kind === "step").map(({ name }) => name);
      const steps = [...new Map(names.map((name) => [name.replace(/:.*/, ""), name])).values(), `stage:${JAR.slice(7)}`];
      const step = stepOf(3);
      const tried = turned(over ? 0 : 1, steps).filter((_, i) => i % step === 0);
      const ends = { installed: 0, refused: 0 };
      for (const name of tried) {
        const { here, key, bundle, foreign } = prepared(runner);
        const change = { path: bundle, from: foreign, over };
        const ended = await here.deploy(bundle, { key }, { what: "step", at: name, how: "change", change });
        const jar = jarOf(here.root);
        if (ended.code === 0) ends.installed++;
        else ends.refused++;
        expect({ name, jar, code: ended.code }).toEqual(
          ended.code === 0 ? { name, jar: "PK the signed jar", code: 0 } : { name, jar: null, code: 10 },
        );
      }
      expect(ends.installed).toBeGreaterThan(5 / step);
    });
  }

  test("[D1] a signature that is exchanged after it was checked changes nothing", async () => {
    const { here, key, bundle } = prepared(runner);
    const other = join(here.folder, "other.sig");
    copyFileSync(key, other);
    const change = { path: `${bundle}.sig`, from: other, over: true };
    const ended = await here.deploy(bundle, { key }, { what: "step", at: "preflight", how: "change", change });
    expect({ code: ended.code, err: ended.err }).toEqual({ code: 0, err: "" });
  });
});
