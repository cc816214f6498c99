import { type ChildProcess, spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { exchange as send } from "../../src/io/exchange-send.ts";
import type { Exchange } from "../../src/io/exchange.ts";
import { idp, REALM_SSO, repository, SSO_FILE } from "../idp/repository.ts";
import { ADMINISTRATOR } from "../idp/scene.ts";
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
