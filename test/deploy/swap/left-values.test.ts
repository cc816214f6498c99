import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { at } from "./support/installation.ts";
import { RUNNERS } from "./support/runners.ts";
import { receipts } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

/** A key that the environment decides and that only a swap bundle writes. */
const OWN = [{ file: "connector", key: "LicenseDir", value: "1@orig", unit: false }] as const;
const LEFT = /left as found at the deploy \(\S+\), not as a bundle had set it: (.*)/;

describe.each(RUNNERS)("$name", (runner) => {
  const installed = async (): Promise<Workstation> => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap({ values: OWN })));
    return here;
  };
  const write = (here: Workstation, value: string, more = ""): void => {
    const conf = readFileSync(at.conf(here.root), "latin1");
    here.change(() => writeFileSync(at.conf(here.root), `${conf.replace(/^(LicenseDir=).*$/m, `$1${value}`)}${more}`, "latin1"));
  };
  const verified = async (here: Workstation): Promise<string | undefined> => LEFT.exec((await here.done(here.verify())).out)?.[1];

  test("[D6, D9] verify names what --accept-drift left as it was, until a swap bundle writes it", async () => {
    const here = await installed();
    expect(await verified(here)).toBeUndefined();
    write(here, "1@wrong", "OWN=1\n");
    await here.done(here.deploy(here.settings(), { acceptDrift: true }));
    expect(await verified(here)).toBe("connector: LicenseDir, connector: OWN");
    // a later settings bundle meets no drift and leaves them again
    await here.done(here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true }));
    expect(await verified(here)).toBe("connector: LicenseDir, connector: OWN");
    await here.done(here.rollback());
    expect(await verified(here)).toBe("connector: LicenseDir, connector: OWN");
    await here.done(here.deploy(here.swap({ release: "2606", values: OWN })));
    expect(await verified(here)).toBeUndefined();
  });

  test("[D9] verify says of a value that was left that the deploy left it, and of any other that the deploy had set it", async () => {
    const here = await installed();
    write(here, "1@wrong");
    await here.done(here.deploy(here.settings(), { acceptDrift: true }));
    write(here, "2@wrong");
    const conf = readFileSync(at.conf(here.root), "latin1");
    here.change(() =>
      writeFileSync(at.conf(here.root), conf.replace(/^(TC_SERVER_URL=).*$/m, "$1http\\://own.example.com"), "latin1"),
    );
    const { err } = await here.refused(() => here.verify(), 12, /differs from receipt/);
    expect(err).toContain("LicenseDir is '2@wrong'; the deploy had left '1@wrong'");
    expect(err).toMatch(/TC_SERVER_URL is 'http:\/\/own\.example\.com'; the deploy had set 'https:/);
  });

  test("[D9] [G6] of a recording that is installed verify names the end of the recording, in the same words by both runners", async () => {
    const here = await installed();
    const manifest = { environment: "production.recording" };
    await here.done(here.deploy(here.settings({ manifest }), { switchEnvironment: true }));
    const found = [
      () => write(here, "1@wrong"),
      () => here.change(() => writeFileSync(at.conf(here.root).replace(/[^/\\]*$/, "x"), "")),
    ];
    for (const change of found) {
      change();
      const { err } = await here.refused(() => here.verify(), 12, /differs from receipt/);
      expect(err).toMatch(
        /end the recording with `tierwright record stop production --root [^`]+` \(and the --store that `record start` had\), run the deploy that it prints, and check again; or find out who changed it/,
      );
      expect(err).not.toMatch(/tierwright bundle|reinstall/);
    }
  });

  test("[D6, D9] a value that was removed by hand and left so is named, and the receipts are read again", async () => {
    const here = await installed();
    const conf = readFileSync(at.conf(here.root), "latin1");
    here.change(() => writeFileSync(at.conf(here.root), conf.replace(/^LicenseDir=.*\n/m, ""), "latin1"));
    await here.refused(() => here.deploy(here.settings()), 10, /LicenseDir is absent; expected '?\(hidden\)/);
    await here.done(here.deploy(here.settings(), { acceptDrift: true }));
    expect(await verified(here)).toBe("connector: LicenseDir");
    expect(receipts(here.root).map(({ state }) => state)).toEqual([
      expect.not.objectContaining({ left: expect.anything() }),
      expect.objectContaining({ left: [{ file: "connector", key: "LicenseDir" }] }),
    ]);
  });
});
