import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { idp, repository } from "../idp/repository.ts";
import { ADMINISTRATOR, freshRealm } from "../idp/scene.ts";
import { JANE } from "../../support/live/tier.ts";
import { notRun } from "../../support/not-run.ts";
import { exampleRepository } from "../../support/repository.ts";
import { probed } from "./command-scene.ts";

describe("[F7] the file that a profile's password is in", () => {
  const signing = (mode: number, bytes = `${JANE.password}\n`) => {
    const folder = exampleRepository();
    writeFileSync(join(folder, "plm.pw"), bytes);
    chmodSync(join(folder, "plm.pw"), mode);
    return probed(["--only", "tier/sign-in"], { folder, profile: "user: jdoe\npassword: { file: plm.pw }\n" });
  };

  test("is its owner's alone, or it is not read and nobody is asked", async () => {
    if (process.platform === "win32") return notRun("modes of files, which Windows does not have");
    for (const mode of [0o644, 0o640, 0o604, 0o660]) {
      const { code, err, tier } = await signing(mode);
      expect(code).toBe(2);
      expect(err).toContain(
        `the password of jdoe is not known: file plm.pw was not read: other users of this machine can use it (mode ${mode.toString(8)})`,
      );
      expect(err).toMatch(/chmod 600 '.*plm\.pw' lets only you read it/);
      expect(err + tier.asked.join()).not.toContain(JANE.password);
      expect(tier.asked).toEqual([]);
    }
    for (const mode of [0o600, 0o400]) expect((await signing(mode)).code).toBe(0);
    expect((await signing(0o600, "\n")).err).toContain("file plm.pw is empty");
  });

  test("is the administrator's alone for the idp commands", async () => {
    if (process.platform === "win32") return notRun("modes of files, which Windows does not have");
    const folder = repository({ "idp.pw": ADMINISTRATOR.password });
    writeFileSync(join(folder, "profile.yaml"), `idp: { user: ${ADMINISTRATOR.user}, password: { file: idp.pw } }\n`);
    const plan = (mode: number) => {
      chmodSync(join(folder, "idp.pw"), mode);
      return idp(folder, freshRealm({ hostname: "https://idp.example.com:8443" }), ["plan", "demo"]);
    };
    const open = await plan(0o644);
    expect(open.code).toBe(2);
    expect(open.err).toContain("the administrator's password cannot be looked up: file idp.pw was not read: other users");
    expect(open.err).toContain("lets only you read it");
    expect((await plan(0o600)).code).toBe(0);
  });
});
