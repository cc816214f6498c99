import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { artifact } from "../../../src/compiler/artifacts/sso/readme-page.ts";
import type { CompiledEnvironment } from "../../../src/compiler/compile/compiled.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { exampleRepository, run } from "../../support/repository.ts";
import { discoveryOf, factsOf, filesOf, LIVE, REALM } from "./scene.ts";

const ENVIRONMENT = "environments/demo/environment.yaml";
const EXAMPLE = EXAMPLE_REPOSITORY[ENVIRONMENT] ?? "";
const USERS = "id\njdoe\n";

/** README.md of a compiled environment, or null if there is none. */
async function readme(environment: string, sso: string | null, realm = REALM): Promise<string | null> {
  const folder = exampleRepository({
    [ENVIRONMENT]: environment,
    ...(sso === null ? {} : { "environments/demo/sso.yaml": sso, "environments/demo/discovery.json": discoveryOf(realm) }),
  });
  const outcome = await run(folder, { out: join(folder, "dist") });
  expect(outcome.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(existsSync(join(folder, "dist/demo/manifest.json"))).toBe(true);
  const path = join(folder, "dist/demo/sso/README.md");
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** The rows of the table of machines: names and addresses. */
const machines = (page: string | null): readonly string[] =>
  [...(page ?? "").matchAll(/^\| (`[^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)].map(([, name, address, parts = ""]) =>
    `${name} ${address} ${parts.replace(/ \([^)]*\)|, port \d+/g, "")}`.replaceAll("`", ""),
  );

/** The texts of one step. */
const step = (page: string | null, title: string): string =>
  (page ?? "").split(/^### /m).find((part) => part.includes(title)) ?? `no step ${title}`;

const VM = LIVE.replaceAll("https://idp.example.com:8443", "https://plm.example.com:8444");
const VM_REALM = "https://plm.example.com:8444/realms/engineering";

describe("who does what for a sign-in", () => {
  test("[E19] without sso.yaml, or with one that speaks of workstations alone, there is no such file", async () => {
    expect(await readme(EXAMPLE, null)).toBeNull();
    const connector = "apiVersion: tierwright/v1\nkind: FederatedSignIn\nstage: realm\nconnector: { sessionFlag: '' }\n";
    expect(Object.keys(filesOf(factsOf(connector, null)))).toEqual([]);
  });

  test("[E19] each compiled file is in a step, and no step names a file that is not compiled", () => {
    const realm = LIVE.split("\n").slice(0, 7).join("\n").replace("stage: live", "stage: realm");
    const scenes = [
      factsOf(LIVE, undefined, USERS),
      factsOf(LIVE, null),
      factsOf(realm, null),
      factsOf(realm, null, USERS),
      factsOf(LIVE.replace("webApplication", "# webApplication")),
      factsOf(LIVE.replace("loginService", "# loginService")),
      factsOf(LIVE.replace("  realm: engineering\n", ""), null),
      factsOf(LIVE.replace("  base: https://idp.example.com:8443\n", ""), null),
      factsOf(LIVE.replace("base: https://idp.example.com:8443", "base: idp"), null),
      factsOf(LIVE.replace("oidc: {", "oidc: { clientAuthMethod: private_key_jwt,"), null, USERS),
    ];
    for (const facts of scenes) {
      const { "README.md": page = "", ...files } = filesOf(facts);
      const named = [...page.matchAll(/^- With: (.*)$/gm)].flatMap(([, names = ""]) => names.replaceAll("`", "").split(", "));
      expect(named.toSorted()).toEqual(Object.keys(files).toSorted());
      for (const part of page.split(/^### /m).slice(1)) expect(part).toMatch(/- Who: .+\n(?:- .+\n)*- Do: .+\n- Done: .+/);
    }
  });

  test("[E19] each word of a sign-in that a page of the folder uses is explained in README.md, and nothing else is", () => {
    const words =
      /\b(realm|client|issuer|discovery document|panel|registry|vault|SSC|security services|login service|identity service|identity provider|claim|mapper|reply URL|redirect URI|truststore|store|negative control|consumer|node|stage|profile|PLM tier|web client|file transfer|token|pinned)s?\b/gi;
    const realm = LIVE.split("\n").slice(0, 7).join("\n").replace("stage: live", "stage: realm");
    for (const facts of [factsOf(LIVE, undefined, USERS), factsOf(LIVE, null), factsOf(realm, null)]) {
      const { "README.md": page = "", ...files } = filesOf(facts);
      const [steps = "", list = ""] = page.split("\n## Words\n");
      const explained = [...list.matchAll(/\*\*`?([^*`]+)`?\*\*/g)].map(([, word = ""]) => word.toLowerCase());
      const pages = [steps, ...Object.entries(files).flatMap(([name, text]) => (name.endsWith(".md") ? [text] : []))].join("\n");
      const used = new Set([...pages.matchAll(words)].map(([, word = ""]) => word.toLowerCase()));
      expect(used.size).toBeGreaterThan(12);
      expect([...used].filter((word) => !explained.includes(word))).toEqual([]);
      const entries = [...list.matchAll(/^- \*\*`?([^*`]+)/gm)].map(([, word = ""]) => word.toLowerCase());
      expect(entries.filter((word) => !pages.toLowerCase().includes(word))).toEqual([]);
      // what an administrator of another kind of sign-in calls the two that all of them have
      for (const word of ["entity ID", "metadata"]) expect(list).toContain(word);
      expect(list.split(/\s+/).length).toBeLessThan(350);
    }
  });

  test("[E19] a virtual machine with everything on it is one machine", async () => {
    const page = await readme(EXAMPLE, VM, VM_REALM);
    expect(machines(page)).toEqual([
      "plm.example.com 10.20.0.11 identity provider; security services; web client; PLM tier; file transfer",
    ]);
    expect(page).toContain("All parts are on one machine");
  });

  test("[E19] three servers are three machines, each step has its own, and each node behind a name is proven by itself", async () => {
    const sso = LIVE.replace("loginService: { base: https://plm", "loginService: { base: https://sso");
    const hosts = "sso.example.com: [10.20.0.31, 'fd00::32'], idp.example.com: 10.20.0.41";
    const page = await readme(EXAMPLE.replace("hosts: { ", `hosts: { ${hosts}, `), sso);
    expect(machines(page)).toEqual([
      "idp.example.com 10.20.0.41 identity provider",
      "sso.example.com 10.20.0.31, fd00:0:0:0:0:0:0:32 security services",
      "plm.example.com 10.20.0.11 web client; PLM tier; file transfer",
    ]);
    expect(step(page, "Make the realm")).toContain("- Where: `idp.example.com`\n");
    expect(step(page, "put the servers' files")).toContain(
      "- Where: `sso.example.com`, each of `10.20.0.31`, `fd00:0:0:0:0:0:0:32`\n",
    );
    expect(step(page, "put the servers' files")).toContain("--connect sso.example.com:7001:10.20.0.31`");
    expect(step(page, "put the servers' files")).toContain('--connect "sso.example.com:7001:[fd00:0:0:0:0:0:0:32]"`');
    expect(step(page, "Start the identity provider")).not.toContain("Each node by itself");
  });

  test("[E19] a tier on two hosts: a file server has no step, and two names of one address are one machine", async () => {
    const two = EXAMPLE.replace("hosts: { ", "hosts: { idp.example.com: 10.20.0.11, ");
    const files = two.replace(/fileTransfer: .*/, 'fileTransfer: ["https://files.example.com:4544"]');
    const page = await readme(
      files.replace("hosts: { ", "members: { plm.example.com: [files.example.com] }\n  hosts: { files.example.com: 10.20.0.12, "),
      LIVE,
    );
    expect(machines(page)).toEqual([
      "idp.example.com, plm.example.com 10.20.0.11 identity provider; security services; web client; PLM tier",
      "files.example.com 10.20.0.12 file transfer",
    ]);
    for (const part of (page ?? "").split(/^### /m).slice(1)) expect(part).not.toContain("files.example.com");
  });

  test("[E19] names that both have the same two addresses stay two: nothing says that they are one machine", async () => {
    const hosts = "hosts: { idp.example.com: [10.20.0.41, 10.20.0.42], sso.example.com: [10.20.0.41, 10.20.0.42], ";
    const page = await readme(
      EXAMPLE.replace("hosts: { ", hosts),
      LIVE.replace("loginService: { base: https://plm", "loginService: { base: https://sso"),
    );
    expect(machines(page).map((row) => row.split(" ")[0])).toEqual(["idp.example.com", "sso.example.com", "plm.example.com"]);
  });

  test("[E19] Windows and Linux have their own words, and only those of a system that sso.yaml declares", () => {
    const both = filesOf(factsOf(LIVE))["README.md"] ?? "";
    for (const word of ["kc.bat", "bin/kc.sh", "EnvironmentFile=", "systemctl restart", "Restart-Service"])
      expect(both).toContain(word);
    const windows = filesOf(factsOf(`${LIVE}services: { ssc: { name: TcSS }, vault: { name: TcVault }, dependency: true }\n`));
    expect(windows["README.md"]).toContain('sc.exe qc "TcSS"');
    expect(windows["README.md"]).not.toContain("systemctl");
  });

  test("[E19] no secret, no line number and no date is in it: an address's password stays out", () => {
    const secret = "hunter2-0d93";
    const told = LIVE.replace("base: https://idp", `base: https://admin:${secret}@idp`)
      .replace("base: https://plm", `base: https://admin:${secret}@plm`)
      .replace("root: https://plm", `root: https://admin:${secret}@plm`);
    const page = filesOf(factsOf(told))["README.md"] ?? "";
    expect(page).toContain("`idp.example.com`");
    expect(page).not.toContain(secret);
    expect(page).not.toContain("TCSSO_CLIENT_SECRET");
    expect(filesOf(factsOf(`\n# a line more\n${LIVE}`))["README.md"]).toBe(filesOf(factsOf(LIVE))["README.md"]);
  });

  test.each([
    ["26", "`KC_BOOTSTRAP_ADMIN_USERNAME` and `KC_BOOTSTRAP_ADMIN_PASSWORD`"],
    ["24.0.5", "`KEYCLOAK_ADMIN` and `KEYCLOAK_ADMIN_PASSWORD`"],
  ])("[E19] a new server of version %s gets its first administrator before it starts", (version, names) => {
    const facts = factsOf(LIVE.replace("  realm: engineering\n", `  realm: engineering\n  version: "${version}"\n`));
    const start = step(filesOf(facts)["README.md"] ?? "", "Start the identity provider");
    expect(start).toContain(`its first administrator (${names}) before the first start or import`);
    expect(start).not.toContain(version === "26" ? "KEYCLOAK_ADMIN" : "KC_BOOTSTRAP");
  });

  test("[E19] a page that lacks a file or a machine is not proven", () => {
    const tier = { hosts: new Map(), signIn: null, webClient: null, fileTransfer: [] };
    const compiled = {
      signIn: factsOf(LIVE),
      environment: { name: "demo", tier },
      files: {},
      release: null,
    } as unknown as CompiledEnvironment;
    const context = { version: "", template: () => null, installed: [] };
    const file = artifact.produce(compiled, context);
    if (!file) throw new Error("no page");
    expect(file.purpose).toBe("note");
    expect(artifact.prove(file, compiled, context)).toEqual([]);
    const cut = Buffer.from(file.bytes.toString("utf8").replaceAll("`realm.json`", "").replaceAll("`idp.example.com`", ""));
    expect(artifact.prove({ ...file, bytes: cut }, compiled, context)).toEqual([
      "it does not name realm.json",
      "it does not name idp.example.com",
    ]);
  });
});
