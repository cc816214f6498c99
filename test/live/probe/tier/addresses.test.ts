import { describe, expect, test } from "vitest";
import { answer } from "../../../support/live/live.ts";
import { edit, exampleRepository } from "../../../support/repository.ts";
import { asked, TC } from "../command-scene.ts";

const ENV = "environments/demo/environment.yaml";

describe("[F3] tier/file-hosts", () => {
  test("every file server has to answer, whatever it answers; nobody's name must not", async () => {
    expect(await asked("tier/file-hosts", { profile: null })).toMatchObject({
      outcome: "proven",
      facts: { servers: ["https://plm.example.com:4544/ 404"] },
      control: { outcome: "held" },
    });
    const gone = await asked("tier/file-hosts", { profile: null, servers: { "https://plm.example.com:4544": null } });
    expect(gone).toMatchObject({ code: 3, outcome: "not-proven" });
    expect(gone.help).toBe(
      "--connect HOST:PORT:ADDRESS names the address to ask; sign-in works without it, and every check-out and check-in fails",
    );
    const any = { "https://tierwright-control.invalid:4544": () => answer(200, "text/html", "<html></html>") };
    const proxied = await asked("tier/file-hosts", { profile: null, servers: any });
    expect(proxied).toMatchObject({ outcome: "not-proven", control: { outcome: "failed" } });
  });
});

describe("[F3] tier/doubled-root", () => {
  const address = (text: string) => {
    const folder = exampleRepository();
    edit(folder, ENV, "signIn: https://plm.example.com:8443/tc", `signIn: ${text}`);
    return folder;
  };

  test("one context root, below which a service answers and below the doubled one another", async () => {
    expect(await asked("tier/doubled-root", { profile: null })).toMatchObject({
      outcome: "proven",
      facts: { status: 400 },
      control: { outcome: "held", says: "it is answered otherwise (status 500, and 400 below the single one)" },
    });
  });

  test("a doubled root and none at all are refuted by the address that would be installed", async () => {
    const doubled = await asked("tier/doubled-root", { profile: null, folder: address(`${TC}/tc/tc`) });
    expect(doubled).toMatchObject({ code: 1, outcome: "refuted" });
    expect(doubled.says).toContain("has its context root twice (/tc/tc)");
    const none = await asked("tier/doubled-root", { profile: null, folder: address(TC) });
    expect(none.says).toContain("its connection object would be null on every operation");
  });

  test("[H6] what answers every path alike proves nothing", async () => {
    const servers = { [TC]: () => answer(200, "text/html", "<html><title>Portal</title></html>") };
    expect(await asked("tier/doubled-root", { profile: null, servers })).toMatchObject({
      code: 0,
      outcome: "not-proven",
      control: { outcome: "failed" },
    });
    const nothing = { [TC]: () => answer(404, "text/html", "") };
    expect(await asked("tier/doubled-root", { profile: null, servers: nothing })).toMatchObject({ outcome: "not-proven" });
  });
});

describe("[F9] tier/gateway-route", () => {
  const route = (text: string, dns = {}, name = "gateway.json") => {
    const folder = exampleRepository({ [name]: text });
    return asked("tier/gateway-route", { profile: null, folder, dns }, ["--gateway", name]);
  };
  const json = (target: string) => JSON.stringify({ port: 3000, routes: { tc: { path: "/tc", target } } });
  const both = { "plm.example.com": ["10.20.0.11"], "old.example.com": ["10.20.0.99"], "web.example.com": ["10.20.0.11"] };

  test("the sign-in host, or its address, is the same tier; another is a third one that can half-switch", async () => {
    expect(await route(json("https://plm.example.com:8443"))).toMatchObject({ code: 0, outcome: "proven" });
    const port = await route(json("http://plm.example.com:7001"));
    expect(port.outcome).toBe("proven");
    expect(port.says).toContain("its port is '7001', and the tool's '8443'");
    expect(await route(json("https://web.example.com:8443"), both)).toMatchObject({
      outcome: "proven",
      control: { outcome: "held" },
    });
    const other = await route(json("https://old.example.com:8443"), both);
    expect(other).toMatchObject({ code: 1, outcome: "refuted" });
    expect(other.says).toContain("the gateway leads to another tier than sign-in: old.example.com (10.20.0.99");
    expect(await route(json("https://nowhere.example.com:8443"), both)).toMatchObject({ outcome: "not-proven" });
  });

  test.for([
    ["routes:\n  tc: { target: 'https://plm.example.com:8443' }\n", "config.yaml"],
    ["gateway.routes.tc.target=https\\://plm.example.com\\:8443\n", "gateway.properties"],
    ['{ "routes.tc.target": "https://plm.example.com:8443" }', "flat.json"],
    ['{ "gateway": { "routes": { "/tc": { "target": "https://plm.example.com:8443" } } } }', "deep.json"],
  ] as const)("reads %j of %s", async ([text, name]) => {
    expect(await route(text, {}, name)).toMatchObject({ outcome: "proven", target: "https://plm.example.com:8443" });
  });

  test("a file that does not say it leaves it open; none at all skips it", async () => {
    expect(await route("{}")).toMatchObject({ code: 0, outcome: "not-proven" });
    expect(await route(json("plm.example.com"))).toMatchObject({ outcome: "not-proven" });
    expect(await route(json("https://user:s3cret@old.example.com"), both)).toMatchObject({
      target: "https://(not shown)@old.example.com",
    });
    expect(await asked("tier/gateway-route", { profile: null })).toMatchObject({
      outcome: "skipped",
      says: "it needs the gateway's configuration: --gateway FILE",
    });
  });
});
