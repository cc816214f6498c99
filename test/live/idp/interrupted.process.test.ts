import { spawn } from "node:child_process";
import { constants } from "node:os";
import { resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { selfSigned } from "../../support/certificate.ts";
import { type LocalServer, serveLocally } from "../../support/live/live.ts";
import { liveRealm } from "../../support/live/realm-live.ts";
import { ENV, repository } from "./repository.ts";
import { freshRealm } from "./scene.ts";

/* The built command, ended by a signal while the server takes its time with an answer. */

const ORIGIN = "https://idp.example.com:8443";
const TLS = selfSigned("idp.example.com");
const open: LocalServer[] = [];
afterAll(() => Promise.all(open.map((server) => server.close())));

interface Ended {
  readonly code: number | null;
  readonly by: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Plans, and applies until a request that `holds`, which is never answered; then the signal. `stored`: the server has done it all the same. */
async function interrupted(
  signal: NodeJS.Signals,
  holds: (method: string, path: string) => boolean,
  { stored = false, words = [] as readonly string[] } = {},
) {
  const server = freshRealm({ hostname: ORIGIN });
  const folder = repository({ "ca.pem": TLS.cert });
  const live = liveRealm(server);
  let applying = false;
  let reached: () => void = () => undefined;
  const local = await serveLocally(
    async (request) => {
      const held = applying && holds(request.method, request.url.pathname);
      if (!held || stored) {
        const answer = await live(request);
        if (!held) return answer;
      }
      reached();
      return new Promise(() => undefined);
    },
    { tls: TLS, origin: ORIGIN },
  );
  open.push(local);
  const where = ["--profile", "./profile.yaml", "--connect", `idp.example.com:8443:127.0.0.1:${local.port}`, "--ca", "ca.pem"];
  const plan = (more: readonly string[] = []) => built(["idp", "plan", "demo", ...more, ...where], folder, ENV);
  await plan(["--out", "p.json"]);
  applying = true;
  const child = spawn(process.execPath, [resolve("build/cli.cjs"), "idp", "apply", "p.json", ...words, ...where], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", ...ENV },
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (part: Buffer) => (said.out += part.toString("utf8")));
  child.stderr.on("data", (part: Buffer) => (said.err += part.toString("utf8")));
  reached = () => void child.kill(signal);
  const ended = await new Promise<Ended>((done) => child.on("close", (code, by) => done({ code, by, ...said })));
  applying = false;
  expect(said.out + said.err).not.toMatch(/canary|access-|refresh-|\n\s+at /);
  return { ...ended, next: (await plan()).out, server };
}

const flat = (text: string): string => text.replace(/\s+/g, " ");
const isUser = (method: string, path: string) => method === "POST" && path.endsWith("/users");

describe("[F13] a signal ends idp apply with what is stored, what is under way and what is not done", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s while a user is written", async (signal) => {
    const { code, by, out, err, next } = await interrupted(signal, isUser);
    expect([code, by]).toEqual([128 + constants.signals[signal], null]);
    expect(out).toContain("✓ group Systems.Engineering  1 field stored, read back\n");
    expect(flat(out)).toContain(
      "✗ user jdoe username: failed: interrupted while it was being written: whether it was stored is not known",
    );
    expect(flat(out)).toContain("- user ab username: not done, interrupted before its turn");
    expect(err).toMatch(
      /^1 of 9 ✓ .*\n(?:\d of 9 ✓ .*\n){5}7 of 9 ✓ group Systems\.Engineering\ntierwright: interrupted; nothing/,
    );
    expect(next).toContain("+ user jdoe\n+ user ab\n");
  });

  test("a write that was cut may have been stored: the next plan knows", async () => {
    const { out, next } = await interrupted("SIGINT", isUser, { stored: true });
    expect(flat(out)).toContain("whether it was stored is not known");
    expect([next.includes("+ user jdoe"), next.includes("+ user ab")]).toEqual([false, true]);
  });

  test("with --format json it is one document", async () => {
    const { code, out } = await interrupted("SIGINT", isUser, { words: ["--format", "json"] });
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({
      summary: { differs: 0, failed: 1, notDone: 1 },
      notDone: [{ resource: "user", id: "ab", why: "interrupted before its turn" }],
    });
  });

  test("before the first write nothing is stored, which is said", async () => {
    const { code, out, err } = await interrupted("SIGINT", (_method, path) => path.endsWith("/users/profile"));
    expect([code, out, err]).toEqual([130, "", "tierwright: interrupted before anything was written\n"]);
  });
});
