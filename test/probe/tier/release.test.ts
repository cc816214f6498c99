import { describe, expect, test } from "vitest";
import { answer } from "../../support/live/live.ts";
import { asked, TC } from "../command-scene.ts";

describe("[F3] tier/release", () => {
  test("the declared release is proven, another one is refuted with what to write", async () => {
    expect(await asked("tier/release")).toMatchObject({
      code: 0,
      outcome: "proven",
      facts: { release: "2506", declared: "2506", version: "2506" },
      control: { outcome: "held" },
    });
    const other = await asked("tier/release", { tier: { version: "2606", displayVersion: "Teamcenter 2606" } });
    expect(other).toMatchObject({ code: 1, outcome: "refuted", facts: { release: "2606", declared: "2506" } });
    expect(other.says).toBe(
      "the tier is release '2606', and the environment declares '2506': the verdict of this environment is about another tier",
    );
    expect(other.help).toContain("write tier.release: '2606'");
  });

  test("is read where the answer has it in any shape, and asked for once where it has none", async () => {
    for (const info of ["attributes", "children", "named"] as const)
      expect(await asked("tier/release", { tier: { info } })).toMatchObject({ outcome: "proven", facts: { release: "2506" } });
    const asking = await asked("tier/release", { tier: { info: "none" } });
    expect(asking).toMatchObject({ outcome: "proven", facts: { from: expect.stringContaining("getTCSessionInfo") } });
    const unknown = await asked("tier/release", { tier: { version: "Balin", displayVersion: null } });
    expect(unknown).toMatchObject({ code: 0, outcome: "not-proven" });
    expect(unknown.says).toContain("the tier does not say its release in a form that is known; it says Version 'Balin'");
  });

  test("two releases in one answer are none", async () => {
    const found = await asked("tier/release", { tier: { version: "2506", displayVersion: "Teamcenter 2606" } });
    expect(found).toMatchObject({ outcome: "not-proven" });
    expect(found.says).toContain("the tier says more than one release: Version '2506' and DisplayVersion 'Teamcenter 2606'");
    // the release that it is certified for is in the same text as the one that it is
    const both = { version: "2606 (certified for 2506)", displayVersion: null };
    expect(await asked("tier/release", { tier: both })).toMatchObject({
      outcome: "not-proven",
      says: "the tier says more than one release: Version '2606 (certified for 2506)'",
    });
  });

  test("[H6] a version that a stranger can read, and that is another one, takes the proof away", async () => {
    const servers = { "https://plm.example.com:3000": () => answer(200, "application/json", '{"version":"2406.1"}') };
    const found = await asked("tier/release", { servers });
    expect(found).toMatchObject({ outcome: "not-proven", control: { outcome: "failed" } });
    expect(found.says).toContain("the control failed: https://plm.example.com:3000/awc says '2406'");
  });
});

describe("[F10] tier/unauthenticated", () => {
  test("404, 403 and pages tell nothing of a release", async () => {
    const found = await asked("tier/unauthenticated", { profile: null });
    expect(found).toMatchObject({ code: 0, outcome: "proven" });
    expect(found.says).toBe(
      "without sign-in nothing tells a release (/ 403, /version.json 404, /tc/version 404, /manifest.json 404 and /awc 200); 404 or 403 there says nothing of the release, in either direction",
    );
    expect(found.exchanges.map(({ url }: { url: string }) => url)).toEqual([
      `${TC}/`,
      `${TC}/version.json`,
      `${TC}/tc/version`,
      `${TC}/manifest.json`,
      "https://plm.example.com:3000/awc",
    ]);
  });

  test("a number on a page is no version, and one that is called so is", async () => {
    const page = (text: string) => ({ "https://plm.example.com:3000": () => answer(200, "text/html", text) });
    const plain = await asked("tier/unauthenticated", { profile: null, servers: page("<html>Copyright 2012, room 2506</html>") });
    expect(plain.outcome).toBe("proven");
    const told = await asked("tier/unauthenticated", {
      profile: null,
      servers: page('<html><meta data-version="2506.0002"></html>'),
    });
    expect(told).toMatchObject({ code: 1, outcome: "refuted" });
    expect(told.says).toContain("https://plm.example.com:3000/awc says '2506'");
  });

  test("a server that nobody reaches gives 3", async () => {
    const servers = { [TC]: null, "https://plm.example.com:3000": null };
    expect(await asked("tier/unauthenticated", { profile: null, servers })).toMatchObject({ code: 3, outcome: "not-proven" });
  });
});
