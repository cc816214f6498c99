import { describe, expect, test } from "vitest";
import { answer } from "../../../support/live/live.ts";
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
      "without sign-in no address shows a release (/ 403, /version.json 404, /tc/version 404, /manifest.json 404 and /awc 200); 404 or 403 there proves nothing about the release",
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

  const at = (type: string, text: string | Buffer, headers = {}) => {
    const told = answer(200, type, "", headers);
    return { "https://plm.example.com:3000": () => ({ ...told, body: Buffer.from(text) }) };
  };
  const LOGIN_RESPONSE =
    '<?xml version="1.0"?><LoginResponse xmlns="http://teamcenter.com/Schemas/Core/2008-06/Session"><serverInfo><key>Version</key><value>2506.0001</value></serverInfo></LoginResponse>';

  test.each<readonly [words: string, type: string, text: string | Buffer]>([
    ["a title", "text/html", "<html><head><title>Teamcenter 2506</title></head></html>"],
    ["a heading", "text/html", "<html><h1>Active Workspace <b>2506</b></h1></html>"],
    ["a sentence", "text/html", "<html><p>You are using version 2506 of it.</p></html>"],
    ["a footer with a name in capitals", "text/plain", "TC_RELEASE 2506.0002"],
    ["a JSON field in camel case", "application/json", '{"serverVersion":"25060.0004.0000.2025061500"}'],
    ["a JSON number", "application/json", '{"version":2506}'],
    ["a JSON object below the name", "application/json", '{"release":{"name":"x","value":"2506"}}'],
    ["JSON keys beside values", "application/json", '{"info":[{"key":"DisplayVersion","value":"2506"}]}'],
    ["a JSON list", "application/json", '["Teamcenter 2506"]'],
    ["a LoginResponse", "application/xml", LOGIN_RESPONSE],
    ["an XML attribute", "application/xml", '<about productVersion="2506"/>'],
    ["an XML element", "application/xml", "<about><release><id>2506</id></release></about>"],
    ["UTF-16", "text/html", Buffer.from("\ufeff<html><title>Teamcenter 2506</title></html>", "utf16le")],
    ["a name and a slash", "text/plain", "Teamcenter/2506.0001"],
    ["a name with a mark", "text/html", "<html><p>Teamcenter&reg; 2506</p></html>"],
    ["a name and brackets", "text/html", "<html><p>Active Workspace (2506)</p></html>"],
    ["a word and brackets", "text/html", "<html><p>Version (2506)</p></html>"],
    ["a generator", "text/html", '<html><meta name="generator" content="Active Workspace-2506"></html>'],
    ["two releases", "text/plain", "Version: 2506 (certified for 2406)"],
  ])("[F12] a release is read in any text: %s", async (_words, type, text) => {
    const told = await asked("tier/unauthenticated", { profile: null, servers: at(type, text) });
    expect(told).toMatchObject({ code: 1, outcome: "refuted" });
    expect(told.says).toContain("https://plm.example.com:3000/awc says '2506'");
  });

  test("[F12] a header tells one, too", async () => {
    const servers = at("text/plain", "hello", { "x-teamcenter-version": "2506.0002" });
    expect((await asked("tier/unauthenticated", { profile: null, servers })).outcome).toBe("refuted");
    const product = at("text/plain", "hello", { server: "Teamcenter/2506.0002" });
    expect((await asked("tier/unauthenticated", { profile: null, servers: product })).outcome).toBe("refuted");
  });

  test.each<readonly [words: string, type: string, text: string]>([
    ["a year", "text/html", "<html><title>Client</title>Copyright 2012-2026, all rights reserved</html>"],
    ["a room", "text/html", "<html><title>Client</title>Room 2506, building 7</html>"],
    ["a JSON building", "application/json", '{"building":2506}'],
    ["a conversion", "text/html", "<html><title>Client</title>conversion 2506</html>"],
    ["another program's version", "application/json", '{"version":"3.4.1","count":2506}'],
    ["a file with a hash", "text/html", '<html><title>Client</title><script src="app.25061a.js"></script></html>'],
    ["a file of a build", "text/html", '<html><title>Client</title><script src="/build/2506.js"></script></html>'],
    ["a page of that name", "text/html", "<html><title>Client</title>teamcenter page 2506</html>"],
    ["a port", "text/html", "<html><title>Client</title>https://teamcenter:2506/awc</html>"],
    ["XML's own version", "application/xml", '<?xml version="1.0"?><about><count>2506</count></about>'],
  ])("[F12] what only looks like a release is none: %s", async (_words, type, text) => {
    const told = await asked("tier/unauthenticated", { profile: null, servers: at(type, text) });
    expect(told).toMatchObject({ code: 0, outcome: "proven" });
  });

  test("a server that nobody reaches gives 3", async () => {
    const servers = { [TC]: null, "https://plm.example.com:3000": null };
    expect(await asked("tier/unauthenticated", { profile: null, servers })).toMatchObject({ code: 3, outcome: "not-proven" });
  });
});
