import { type ChildProcess, spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { exchange as send } from "../../src/platform/exchange-send.ts";
import type { Exchange } from "../../src/platform/exchange.ts";
import { type Place, whatGoesAlong, whoCannotSee } from "../live/idp/live-story.ts";
import { idp, REALM_SSO, repository, SSO_FILE } from "../live/idp/repository.ts";
import { ADMINISTRATOR } from "../live/idp/scene.ts";
import { notRun } from "../support/not-run.ts";
import { temporaryFolder } from "../support/repository.ts";

/** The folder of an unpacked server: bin/kc.sh lies in it. */
const HOME = process.env.KEYCLOAK_HOME;
const PORT = 18_080 + (process.pid % 1_000);
const BASE = `http://127.0.0.1:${PORT}`;
const exchange: Exchange = (request) => send(request, () => undefined);

let server: ChildProcess | null = null;

afterAll(() => {
  // its start script begins a Java of its own, in the same group
  if (server?.pid !== undefined) process.kill(-server.pid, "SIGKILL");
});

/** Starts a copy, so that nothing is left in the one that was named. */
async function start(home: string): Promise<void> {
  const folder = join(temporaryFolder(), "keycloak");
  cpSync(home, folder, { recursive: true });
  const env = {
    ...process.env,
    KC_BOOTSTRAP_ADMIN_USERNAME: ADMINISTRATOR.user,
    KC_BOOTSTRAP_ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  server = spawn(join(folder, "bin", "kc.sh"), ["start-dev", `--http-port=${PORT}`], { env, detached: true, stdio: "ignore" });
  for (let tries = 0; tries < 180; tries++) {
    const up = await fetch(`${BASE}/realms/master`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    await wait(1_000);
  }
  throw new Error("the server did not start within three minutes");
}

interface Answer {
  readonly document: unknown;
  /** The id at the end of the Location header. */
  readonly made: string;
}

/** Asks the admin API as the first administrator. */
async function asked(method: string, path: string, body?: unknown): Promise<Answer> {
  const form = { client_id: "admin-cli", grant_type: "password", username: ADMINISTRATOR.user, password: ADMINISTRATOR.password };
  const signedIn = await fetch(`${BASE}/realms/master/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  const { access_token: token } = (await signedIn.json()) as { readonly access_token: string };
  const answer = await fetch(`${BASE}/admin/realms${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}: ${text.slice(0, 300)}`);
  return { document: text === "" ? null : JSON.parse(text), made: answer.headers.get("location")?.split("/").at(-1) ?? "" };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const REAL: Place = {
  base: BASE,
  exchange,
  async prepare() {
    await asked("DELETE", "/engineering").catch(() => undefined);
    await asked("POST", "", { realm: "engineering", enabled: true });
    const { made: group } = await asked("POST", "/engineering/groups", { name: "Jobs" });
    const services = { serviceAccountsEnabled: true, authorizationServicesEnabled: true, publicClient: false };
    const { made: client } = await asked("POST", "/engineering/clients", { clientId: "plm", ...services });
    const { document } = await asked("GET", `/engineering/clients/${client}/service-account-user`);
    await asked("PUT", `/engineering/users/${(document as Named).id}/groups/${group}`);
  },
  async limited(roles) {
    const [user, password] = [roles.join("-"), "canary-of-the-limited"];
    const person = { email: `${user}@example.com`, firstName: "A", lastName: "B", enabled: true };
    const { made } = await asked("POST", "/master/users", {
      username: user,
      ...person,
      credentials: [{ type: "password", value: password, temporary: false }],
    });
    const { document } = await asked("GET", "/master/clients?clientId=engineering-realm");
    const [client] = document as readonly Named[];
    const { document: all } = await asked("GET", `/master/clients/${client?.id}/roles`);
    const given = (all as readonly Named[]).filter(({ name }) => roles.includes(name));
    await asked("POST", `/master/users/${made}/role-mappings/clients/${client?.id}`, given);
    return { user, password };
  },
};

test("[F6] a real server: a realm is made, changed and read back, and the next plan is empty", async () => {
  if (!HOME) notRun("a real Keycloak: KEYCLOAK_HOME names no unpacked server");
  await start(HOME);
  const folder = repository({ [SSO_FILE]: REALM_SSO.replace("https://idp.example.com:8443", BASE) });
  const codes: number[] = [];
  const said: string[] = [];
  for (const words of [
    ["plan", "demo", "--out", "p.json"],
    ["apply", "p.json"],
    ["plan", "demo", "--detailed-exitcode"],
    ["users", "demo"],
  ]) {
    const { code, out, err } = await idp(folder, exchange, words);
    codes.push(code);
    said.push(out, err);
  }
  expect(codes, said.join("\n")).toEqual([0, 0, 0, 0]);
  expect(said.join("")).not.toContain("canary");
});

test("[F13] a real server shows what goes along with a change, and deletes it with --prune alone", async () => {
  if (!HOME)
    notRun("a real Keycloak: what its authorization server and a service account's groups look like is known from its sources");
  await whatGoesAlong(REAL);
});

test("[F13] a real server shows who cannot see a list", async () => {
  if (!HOME)
    notRun("a real Keycloak: which request gives away that somebody cannot see users is known from its sources and recordings");
  await whoCannotSee(REAL);
});
