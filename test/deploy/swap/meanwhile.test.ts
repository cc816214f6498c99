import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeFiles } from "../../support/repository.ts";
import type { Fault } from "./support/fault.ts";
import { at } from "./support/installation.ts";
import { debris } from "./support/judge.ts";
import { clientText, pairs, stored } from "./support/releases.ts";
import { RUNNERS } from "./support/runners.ts";
import { everything, livePairs, wantedPairs } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

const SWITCH = { switchEnvironment: true };

/** The client file as the connector writes it again: other order, other spelling, a new key of its own. */
function rewritten(tier: "production" | "pilot"): string {
  const lines = pairs(tier)
    .filter(({ file }) => file === "client")
    .map(({ key, value }) => stored(key, value).replaceAll("\\:", ":").replace("=", " = "));
  return ["#written by the connector", ...lines.reverse(), "session.count=7", ""].join("\r\n");
}

describe.each(RUNNERS)("$name", (runner) => {
  const installed = async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    return { here, old: here.state, bundle: here.swap({ release: "2606", tier: "pilot" }) };
  };
  const change = (step: string, path: string, text: string | null): Fault => ({
    what: "step",
    at: step,
    how: "change",
    change: { path, text },
  });

  test("[D4] a file that appears in the plug-in folder while the swap is prepared stops it; the file stays", async () => {
    const { here, old, bundle } = await installed();
    const extra = join(at.live(here.root), "lib", "dropped.jar");
    const { code, err } = await here.deploy(bundle, SWITCH, change("check", extra, "PK dropped"));
    expect(err).toMatch(/changed while the swap was prepared/);
    expect(code).toBe(11);
    expect(readFileSync(extra, "utf8")).toBe("PK dropped");
    rmSync(extra);
    expect(here.state).toEqual(old);
    expect(debris(here.root)).toEqual([]);
  });

  test("[D4] a client file that is rewritten while the swap is prepared stops it; what was written stays", async () => {
    const { here, old, bundle } = await installed();
    const text = rewritten("production");
    const { code } = await here.deploy(bundle, SWITCH, change("check", at.client(here.root), text));
    expect(code).toBe(11);
    expect(readFileSync(at.client(here.root), "utf8")).toBe(text);
    expect(Object.keys(here.state)).toEqual(Object.keys(old));
    await here.done(here.deploy(bundle, SWITCH));
    expect(readFileSync(at.client(here.root), "utf8")).toContain("session.count=7\r\n");
    expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
  });

  test.each(eachNth(4, ["new/lib/rest-client.jar", "new/conf/connector.properties"]))(
    "[D4] a staged file (%s) that is altered after it was hashed never stays: all is old again",
    async (file) => {
      const { here, old, bundle } = await installed();
      const { code, err } = await here.deploy(bundle, SWITCH, change("enter", join(at.swap(here.root), "{run}", file), "evil=1"));
      expect(err).toMatch(/does not contain what was staged/);
      expect(code).toBe(11);
      expect(here.state).toEqual(old);
      await here.done(here.deploy(bundle, SWITCH));
    },
  );

  test("[D4] a temporary file that is altered beside its target never stays: all is old again", async () => {
    const { here, old, bundle } = await installed();
    const [profile = ""] = at.profiles(here.root);
    const { code, err } = await here.deploy(
      bundle,
      SWITCH,
      change("check", profile.replace("PLM_Profile.mdzip", "{temp PLM_Profile.mdzip}"), "other"),
    );
    expect(err).toContain("PLM_Profile.mdzip does not contain what was written");
    expect(code).toBe(11);
    expect(here.state).toEqual(old);
  });

  test("[D4] a plug-in folder that appears between crash and recovery is kept in quarantine, and the old one comes back", async () => {
    const { here, old, bundle } = await installed();
    await here.killedAt("enter", bundle, SWITCH);
    writeFiles(at.live(here.root), { "plugin.xml": '<plugin id="com.example.connector"/>', "by/hand.txt": "mine" });
    const probe = await here.deploy(here.swap({ manifest: { environment: "pilot" } }));
    expect(probe.code).toBe(10);
    expect(here.state).toEqual(old);
    const kept = Object.keys(everything(here.root)).filter((path) => path.endsWith("by/hand.txt"));
    expect(kept).toHaveLength(1);
    expect(kept[0]).toContain("/.swap/strays/");
  });

  test("[D4] a plug-in folder that somebody changed before it was put away stays as he made it", async () => {
    const { here, bundle } = await installed();
    await here.killedAt("away", bundle, SWITCH);
    writeFileSync(join(at.live(here.root), "lib", "by-hand.jar"), "PK");
    const { code } = await here.deploy(here.swap({ manifest: { environment: "pilot" } }));
    expect(code).toBe(10);
    expect(existsSync(join(at.live(here.root), "lib", "by-hand.jar"))).toBe(true);
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
    expect(debris(here.root)).toEqual([]);
  });

  for (const tier of ["production", "pilot"] as const) {
    test.each(eachNth(4, ["files:client", "files:profile-1", "enter", "prove"]))(
      `[D4, D5] a client file that the connector rewrites with the ${tier} values after a crash at %s is brought along by logical line`,
      async (step) => {
        const { here, bundle } = await installed();
        await here.killedAt(step, bundle, SWITCH);
        writeFileSync(at.client(here.root), rewritten(tier));
        const probe = await here.deploy(here.swap({ tier: "production" }));
        expect(probe.code).toBe(/environment 'pilot' is installed/i.test(probe.err) ? 10 : 0);
        expect(livePairs(here.root)).toEqual(wantedPairs(step === "prove" ? "pilot" : "production"));
        expect(readFileSync(at.client(here.root), "utf8")).toContain("session.count=7\r\n");
        expect(debris(here.root)).toEqual([]);
        await here.done(here.deploy(bundle, SWITCH));
        expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
      },
    );
  }

  test("[D4, D5] a client file with other values after a crash needs a person: 12, nothing is touched; fixed, the next run works", async () => {
    const { here, bundle } = await installed();
    await here.killedAt("enter", bundle, SWITCH);
    const mine = clientText("pilot").replace("CLIENT_PORT=4545", "CLIENT_PORT=1");
    writeFileSync(at.client(here.root), mine);
    await here.refused(() => here.deploy(bundle, SWITCH), 12, /CommonClient\.properties was changed/);
    writeFileSync(at.client(here.root), clientText("pilot"));
    await here.done(here.deploy(bundle, SWITCH));
    expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
  });

  test("[D4] a profile that a user saved after a crash goes into quarantine, and the one that belongs to the tree comes back", async () => {
    const { here, old, bundle } = await installed();
    await here.killedAt("enter", bundle, SWITCH);
    writeFileSync(at.profiles(here.root)[1] ?? "", "my own stereotypes");
    await here.deploy(here.swap({ manifest: { environment: "pilot" } }));
    expect(here.state).toEqual(old);
    const strays = join(at.swap(here.root), "strays");
    const kept = (readdirSync(strays, { recursive: true }) as string[]).filter((path) => path.endsWith("PLM_Profile.mdzip"));
    expect(kept.map((path) => readFileSync(join(strays, path), "utf8"))).toEqual(["my own stereotypes"]);
  });

  test("[D4] logging that somebody edited after a crash stays as it is, with a note", async () => {
    const { here, bundle } = await installed();
    const log4j2 = readFileSync(at.log4j2(here.root), "utf8").replace("50 MB", "10 MB");
    writeFileSync(at.log4j2(here.root), log4j2);
    await here.killedAt("enter", bundle, SWITCH);
    writeFileSync(at.log4j2(here.root), `${log4j2}<!-- mine -->\r\n`);
    const done = await here.done(here.deploy(bundle, SWITCH));
    expect(readFileSync(at.log4j2(here.root), "utf8")).toContain("<!-- mine -->");
    expect(done.out).toMatch(/log4j2\.xml was changed/);
  });

  test("[D5] a client file that the connector rewrote since the switch goes back by logical line", async () => {
    const { here } = await installed();
    await here.done(here.deploy(here.settings({ tier: "pilot" }), SWITCH));
    writeFileSync(at.client(here.root), rewritten("pilot"));
    await here.done(here.rollback());
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
    expect(readFileSync(at.client(here.root), "utf8")).toContain("session.count=7\r\n");
    await here.done(here.verify());
  });
});
