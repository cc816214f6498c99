import { cpSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OTHER, REACH, type TrustPlan, type TrustShell, type TrustStep, trustPlan } from "../../src/compiler/sso/trust-steps.ts";
import { discoveryOf, factsOf, filesOf, LIVE } from "../compiler/sso/scene.ts";
import { notRun } from "../support/not-run.ts";
import { ownJdk, run, type Said, scratch, signedServer } from "./trust.ts";

/*
 * The proofs of trust.md with the real keytool, java, node and curl against a server with a certificate of its own. What is run is the text of
 * the page's blocks: every command is cut out of the page before it is typed. No store of this machine is touched, so the imports into
 * the stores of guest and host are not run; their first halves are, for the host.
 */

const folder = scratch();
const servers: Server[] = [];
let [page, plan, other, home] = ["", null as TrustPlan | null, "", ""];

beforeAll(async () => {
  const idp = await signedServer(folder, "realm");
  const foreign = await signedServer(folder, "foreign");
  servers.push(idp.server, foreign.server);
  other = foreign.url;
  const facts = factsOf(LIVE.replace("https://idp.example.com:8443", idp.url), discoveryOf(`${idp.url}/realms/engineering`));
  plan = trustPlan(facts);
  page = filesOf(facts)["trust.md"] ?? "";
  cpSync(idp.ca, join(folder, "idp-ca.pem"));
  const reach = /```java\n([\s\S]*?)```/.exec(page)?.[1]?.replace(/^ {3}/gm, "") ?? "";
  expect(reach.trim()).toBe(REACH.trim());
  writeFileSync(join(folder, "Reach.java"), reach);
  // what the JDK trusts from its beginning: an authority that signed nothing here
  const vendor = await signedServer(folder, "vendor");
  servers.push(vendor.server);
  home = await ownJdk(folder, vendor.ca);
}, 300_000);

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The blocks of the page in one shell, as a reader copies them. */
const blocks = (shell: TrustShell): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${shell}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text = ""]) =>
    text.replace(/^ {3}/gm, "").trimEnd(),
  );

function stepOf(id: string): TrustStep {
  const found = [...(plan ? [plan.certificate] : []), ...(plan?.stores ?? []).flatMap(({ steps }) => steps)].find(
    (one) => one.id === id,
  );
  if (!found) throw new Error(`the plan has no step ${id}`);
  return found;
}

const SHELLS: Readonly<Record<TrustShell, readonly string[]>> = {
  sh: ["sh", "-c"],
  powershell: [process.env.TIERWRIGHT_PWSH ?? "pwsh", "-NoProfile", "-NonInteractive", "-Command"],
};

/** Types the step's block and holds what is seen to what the page expects. */
async function typed(id: string, shell: TrustShell, env: NodeJS.ProcessEnv = {}): Promise<Said> {
  const step = stepOf(id);
  const command = step.commands[shell] ?? "";
  expect(blocks(shell), `${id} is not on the page`).toContain(command);
  const [program = "", ...words] = SHELLS[shell];
  const line = shell === "powershell" ? `${command.replace(OTHER, other)}\nexit $LASTEXITCODE` : command.replace(OTHER, other);
  const { NODE_EXTRA_CA_CERTS: _, NODE_TLS_REJECT_UNAUTHORIZED: __, ...clean } = process.env;
  return run(program, [...words, line], { cwd: folder, env: { ...clean, JAVA_HOME: home, ...env } });
}

async function seen(id: string, shell: TrustShell, env: NodeJS.ProcessEnv = {}): Promise<Said> {
  const said = await typed(id, shell, env);
  const { fails, prints } = stepOf(id);
  expect([id, said.code === 0, said.text]).toEqual([id, !fails, prints === null ? said.text : expect.stringContaining(prints)]);
  return said;
}

const shells = (["sh", "powershell"] as const).filter((shell) => shell === "sh" || process.env.TIERWRIGHT_PWSH);

describe.each(["sh", "powershell"] as const)("typed into %s", (shell) => {
  const here = () => {
    if (!shells.includes(shell)) notRun("TIERWRIGHT_PWSH names no PowerShell");
  };
  const patched = () => cpSync(join(folder, "cacerts.vendor"), join(home, "lib/security/cacerts"));

  test("[E11] a JDK: refused with the backup, HTTP 200 without it, still refused elsewhere; after a patch the check says it", async () => {
    here();
    patched();
    await seen("certificate", shell);
    for (const id of ["jdk-absent", "jdk-backup", "jdk-import", "jdk-present", "jdk-a", "jdk-b", "jdk-other", "jdk-again"])
      await seen(id, shell);
    patched();
    expect((await typed("jdk-again", shell)).code).not.toBe(0);
    for (const id of ["jdk-absent", "jdk-import", "jdk-b"]) await seen(id, shell);
  });

  test("[E11] Node: refused without the certificate, HTTP 200 with it; under NODE_TLS_REJECT_UNAUTHORIZED=0 both succeed, and the check says so", async () => {
    here();
    for (const id of ["node-validates", "node-a", "node-b"]) await seen(id, shell);
    await seen("node-other", shell, { NODE_EXTRA_CA_CERTS: join(folder, "idp-ca.pem") });
    const off = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    expect((await typed("node-validates", shell, off)).text).not.toContain("undefined");
    expect((await typed("node-a", shell, off)).text).toContain("HTTP 200");
    expect((await typed("node-b", shell, off)).text).toContain("HTTP 200");
    expect((await typed("node-other", shell, off)).text).toContain("HTTP 200");
  });
});

test("[E11] the host's call is refused before the import, and one of another authority, too", async () => {
  await seen("host-a", "sh");
  await seen("host-other", "sh");
});
