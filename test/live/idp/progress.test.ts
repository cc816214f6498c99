import { describe, expect, test } from "vitest";
import { type Applied, applyChanges, type Step } from "../../../src/live/idp/apply.ts";
import { appliedDocument, appliedText, stepLine, unstoredText } from "../../../src/live/views/idp-apply.ts";
import { NL } from "../../../src/report/style.ts";
import { wrongUse } from "../../../src/kernel/index.ts";
import { ENV, idp, repository } from "./repository.ts";
import { adminOf, freshRealm, planOf, SSO, told, wantedOf } from "./scene.ts";

/** A run, what was told of it step by step, and what had become of everything after each request of it. */
async function followed(prepare: (server: ReturnType<typeof freshRealm>) => void = () => undefined) {
  const server = freshRealm();
  const wanted = wantedOf(SSO, "id\njdoe\nab\n");
  const { plan, changes } = await planOf(server, wanted);
  const steps: Step[] = [];
  const moments: Applied[] = [];
  let now: (() => Applied) | null = null;
  prepare(server);
  const { instead } = server.habits;
  server.habits = {
    ...server.habits,
    instead: (request, count) => {
      if (now) moments.push(now());
      return instead?.(request, count) ?? null;
    },
  };
  const watch = {
    begins: (cut: () => Applied) => {
      now = cut;
    },
    tried: (step: Step) => void steps.push(step),
  };
  const applied = await applyChanges(adminOf(server), wanted, changes, false, watch);
  return { plan, changes, steps, moments, applied, after: (now as unknown as () => Applied)() };
}

const text = (step: Step): string => stepLine(step, false).replace(NL, "");

describe("[F13] each thing of a run is told as it is done", () => {
  test("with its number, in the order in which it is written", async () => {
    const { steps } = await followed();
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, i) => i + 1));
    expect(steps.every(({ total }) => total === steps.length)).toBe(true);
    expect(text(steps[0] as Step)).toBe(" 1 of 13 ✓ realm engineering");
    expect(text(steps.at(-1) as Step)).toBe("13 of 13 ✓ user ab");
  });

  test("what was refused with the server's words; what nothing was tried of has no line", async () => {
    const { steps } = await followed((server) => {
      server.habits = { instead: ({ method, url }) => (method === "POST" && url.endsWith("/groups") ? "hang-up" : null) };
    });
    const lines = steps.map(text).filter((line) => line !== "");
    expect(lines.at(-1)).toMatch(/^10 of 13 ✗ group Systems\.Engineering: failed: .* whether it was stored is not known$/);
    expect(lines).toHaveLength(10);
  });
});

describe("[F13] at every moment of a run each change is stored, under way or not done", () => {
  test("none is missing, none is there twice, and one thing at most is under way", async () => {
    const { changes, moments, applied, after } = await followed();
    expect(moments.length).toBeGreaterThan(changes.length / 4);
    for (const { done, notDone } of moments) {
      const all = [...done, ...notDone].map(told).sort();
      expect(all).toEqual(changes.map(told).sort());
      const open = done.filter(({ outcome }) => outcome === "failed");
      expect(new Set(open.map(({ resource, id }) => `${resource} ${id}`)).size).toBe(1);
      expect(open.every(({ says }) => says?.endsWith("whether it was stored is not known"))).toBe(true);
      expect(notDone.every(({ why }) => why === "interrupted before its turn")).toBe(true);
    }
    expect(after).toEqual(applied);
  });
});

test("[F13] on a terminal, where each stored thing was seen, the report has the others alone", async () => {
  const { plan, applied } = await followed((server) => {
    server.habits = { lies: (kind, stored) => kind === "group" && Object.assign(stored, { name: `${stored.name}!` }) };
  });
  const look = { color: false, width: 200, quiet: false, details: false };
  const shown = (seen: boolean) => (seen ? unstoredText : appliedText)(appliedDocument({ plan, applied }), look);
  expect(shown(false)).toContain("✓ client plm");
  expect(shown(true)).not.toContain("✓");
  expect(shown(true)).toContain("✗ group PLM Pilot");
  expect(shown(true)).toContain("fields stored and read back, 2 not as sent");
});

test("[F13] a report that standard output cannot take leaves the exit code of what was stored", async () => {
  const folder = repository();
  const server = freshRealm({ hostname: "https://idp.example.com:8443" });
  await idp(folder, server, ["plan", "demo", "--out", "p.json"]);
  const full = () => {
    throw wrongUse("standard output cannot be written: the disk is full", "send it where it can be written");
  };
  const { code, err } = await idp(folder, server, ["apply", "p.json"], ENV, full);
  expect(err).toContain("9 of 9 ✓ user ab\ntierwright: standard output cannot be written: the disk is full\n");
  expect(code).toBe(0);
  expect((await idp(folder, server, ["plan", "demo", "--detailed-exitcode"], ENV)).code).toBe(0);
});
