import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { at, installation } from "../deploy/swap/support/installation.ts";
import { scratch } from "../deploy/swap/support/scratch.ts";
import { liveFiles, livePairs, snapshot, wantedPairs } from "../deploy/swap/support/snapshot.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { held, ON_WINDOWS, RUNNERS, said } from "./windows.ts";

/*
 * Rights, junctions, streams, long paths and the read-only attribute as Windows itself has them.
 */

describe.runIf(ON_WINDOWS).each(RUNNERS)("$name on Windows", (runner) => {
  test("[D2] a plug-in root that is a junction is refused before the first byte", async () => {
    const here = new Workstation(runner, "tool");
    const elsewhere = join(here.folder, "elsewhere");
    renameSync(at.plugins(here.root), elsewhere);
    symlinkSync(elsewhere, at.plugins(here.root), "junction");
    const before = snapshot(here.root);
    const refused = await here.deploy(here.swap());
    expect(refused.code).toBe(10);
    expect(refused.err).toMatch(/link|junction|reparse/i);
    expect(snapshot(here.root)).toEqual(before);
  });

  test("[D3] a client file with the read-only attribute is refused, and nothing is written", async () => {
    const here = new Workstation(runner, "hand-made");
    said("Set-ItemProperty -LiteralPath $env:P -Name IsReadOnly -Value $true", { P: at.client(here.root) });
    await here.refused(() => here.deploy(here.swap()), 10, /read-only/);
    said("Set-ItemProperty -LiteralPath $env:P -Name IsReadOnly -Value $false", { P: at.client(here.root) });
    await here.done(here.deploy(here.swap()));
  });

  test("[D4] a client file keeps the access entries that it has of its own, through swap and rollback", async () => {
    const here = new Workstation(runner, "hand-made");
    const sddl = () => said("(Get-Acl -LiteralPath $env:P).GetSecurityDescriptorSddlForm('Access')", { P: at.client(here.root) });
    // nobody but this account, Administrators and SYSTEM; and read for Guests, as an entry of the file itself
    said("icacls $env:P /inheritance:r /grant 'SYSTEM:F' '*S-1-5-32-544:F' \"${env:USERNAME}:F\" '*S-1-5-32-546:R' | Out-Null", {
      P: at.client(here.root),
    });
    const before = sddl();
    expect(before).toMatch(/^D:PAI.*;;;BG\)/);
    await here.done(here.deploy(here.swap()));
    expect(sddl()).toBe(before);
    await here.done(here.rollback());
    expect(sddl()).toBe(before);
  });

  test("[D4] whoever holds the lock is named by the owner of its file", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const lock = join(at.swap(here.root), "lock");
    writeFileSync(lock, "");
    const holder = await held(lock);
    const { code, err } = await here.deploy(here.swap({ release: "2606" }));
    await holder.release();
    expect(err).toMatch(/the lock file belongs to \S/);
    expect(code).toBe(1618);
  });

  test("[D2] the mark of the web on a bundle does not reach what is installed", async () => {
    const here = new Workstation(runner, "tool");
    const bundle = here.swap();
    writeFileSync(`${bundle}:Zone.Identifier`, "[ZoneTransfer]\r\nZoneId=3\r\n");
    await here.done(here.deploy(bundle));
    for (const file of liveFiles(here.root))
      expect(existsSync(join(at.live(here.root), `${file}:Zone.Identifier`)), file).toBe(false);
  });

  test("[D2] names that differ in case alone are one folder: the old spelling is replaced, not kept beside", async () => {
    const here = new Workstation(runner, "hand-made");
    const jar = join(at.live(here.root), "LIB-extra.jar");
    writeFileSync(jar, "PK");
    await here.done(here.deploy(here.swap()));
    expect(liveFiles(here.root)).not.toContain("LIB-extra.jar");
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
  });

  test("[D2, D4] an installation whose paths pass 260 characters ends old or new, never between", async () => {
    const deep = join(scratch(), "d".repeat(60), "e".repeat(60), "f".repeat(40));
    mkdirSync(deep, { recursive: true });
    const root = installation(join(deep, "root"), "hand-made");
    const here = new Workstation(runner, "tool");
    const before = snapshot(root);
    const { code } = await runner.deploy(here.swap(), { root });
    expect([0, 10, 11]).toContain(code);
    if (code === 0) {
      expect(livePairs(root)).toEqual(wantedPairs("production"));
      expect((await runner.verify({ root })).code).toBe(0);
    } else expect(snapshot(root)).toEqual(before);
  });
});

describe.runIf(ON_WINDOWS)("deploy.ps1 on Windows", () => {
  test("[D3] what is installed takes the rights of the plug-in root, not of the work folder", async () => {
    const script = RUNNERS.find(({ name }) => name === "deploy.ps1");
    if (!script) throw new Error("no PowerShell was found: TIERWRIGHT_PWSH names one");
    const here = new Workstation(script, "tool");
    // read and execute for everyone, inherited by what lies in plugins and by nothing else
    said("icacls $env:P /grant '*S-1-1-0:(OI)(CI)(RX)' | Out-Null", { P: at.plugins(here.root) });
    await here.done(here.deploy(here.swap()));
    const sddl = said("(Get-Acl -LiteralPath $env:P).Sddl", { P: join(at.live(here.root), "plugin.xml") });
    expect(sddl).toMatch(/\(A;ID;0x1200a9;;;WD\)/);
    expect(readFileSync(join(at.live(here.root), "plugin.xml"), "utf8")).toContain("com.example.connector");
  });
});
