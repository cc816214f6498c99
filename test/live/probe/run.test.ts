import { describe, expect, test } from "vitest";
import { plain, say, words } from "../../../src/kernel/diagnostic/text.ts";
import type { ExchangeAnswer, ExchangeRequest } from "../../../src/platform/exchange.ts";
import { HttpFault } from "../../../src/platform/http.ts";
import type { Answer, Probe, Probing } from "../../../src/live/probe/probe.ts";
import { PROBES } from "../../../src/live/probe/registry.generated.ts";
import { countOutcomes, probeExit, type ProbeResult } from "../../../src/live/probe/result.ts";
import { inOrder } from "../../../src/live/checks/run.ts";
import { type ProbeRun, runProbes } from "../../../src/live/probe/run.ts";
import { selectQuestions } from "../../../src/live/checks/selection.ts";
import { answer } from "../../../src/live/probe/words.ts";
import { below } from "../../house/project.ts";

const probe = (id: string, run: Probe["run"], more: Partial<Probe> = {}): Probe => ({
  id,
  summary: "",
  proves: "",
  doesNotProve: "",
  control: "",
  needs: [],
  order: 1,
  ...more,
  run,
});

const GOOD: ExchangeAnswer = {
  url: "https://plm.example.com/tc",
  status: 200,
  headers: new Map(),
  type: "",
  charset: null,
  body: Buffer.alloc(0),
  peer: "10.20.0.11:443",
};

function running(
  probes: readonly Probe[],
  given: Partial<ProbeRun> = {},
  exchange = async (_: ExchangeRequest) => GOOD,
): ProbeRun {
  return {
    probes,
    probing: { profile: null, facts: null, gateway: null } as unknown as ProbeRun["probing"],
    recorder: { exchange, via: [], ca: null, now: () => 0 },
    patience: 5_000,
    ...given,
  };
}

const told = (results: readonly ProbeResult[]) =>
  results.map(({ probe: { id }, answer: { outcome, says } }) => `${id} ${outcome}: ${plain(says)}`);

describe("[F3] the runner of probes", () => {
  const proven = answer("proven", words("it is so"));
  const controlled = (outcome: "held" | "failed" | "none") => ({
    ...proven,
    control: { did: words("a bogus name was asked"), outcome, says: words("it was answered, too") },
  });

  test("runs in the order of the probes, and of the ids where that is equal", async () => {
    const run = async () => proven;
    const list = [probe("tier/b", run, { order: 20 }), probe("tier/z", run), probe("tier/a", run, { order: 20 })];
    expect((await runProbes(running(list))).map((one) => one.probe.id)).toEqual(["tier/z", "tier/a", "tier/b"]);
  });

  test("[H6] a positive answer whose control failed is not proven, and says both", async () => {
    const results = await runProbes(running([probe("tier/a", async () => controlled("failed"))]));
    expect(told(results)).toEqual([
      "tier/a not-proven: it is so; but that proves nothing, for the control failed: it was answered, too",
    ]);
    expect(results[0]?.answer.help).not.toBeNull();
    for (const outcome of ["held", "none"] as const)
      expect(told(await runProbes(running([probe("tier/a", async () => controlled(outcome))])))).toEqual([
        "tier/a proven: it is so",
      ]);
    const no: Answer = { ...controlled("failed"), outcome: "refuted" };
    expect(told(await runProbes(running([probe("tier/a", async () => no)])))).toEqual(["tier/a refuted: it is so"]);
  });

  test("a probe whose time is over asks nobody any more, and what still comes back is no part of its result", async () => {
    const asked: string[] = [];
    let held: (() => void) | undefined;
    const exchange = async ({ url }: ExchangeRequest) => {
      asked.push(url);
      await new Promise<void>((resolve) => {
        held = resolve;
      });
      return GOOD;
    };
    let ended: Promise<unknown> = Promise.resolve();
    const late = probe("tier/late", ({ ask }) => {
      ended = (async () => {
        await ask({ method: "GET", url: "https://plm.example.com/first" });
        return ask({ method: "GET", url: "https://plm.example.com/second" });
      })().catch((error: unknown) => error);
      return new Promise<Answer>(() => undefined);
    });
    const [result] = await runProbes(running([late], { patience: 20 }, exchange));
    held?.();
    expect(await ended).toBeInstanceOf(HttpFault);
    expect(asked).toEqual(["https://plm.example.com/first"]);
    expect(result?.answer).toMatchObject({ outcome: "not-proven", unreachable: true });
    expect(result?.exchanges).toEqual([]);
  });

  test("what a probe needs and nobody gave skips it in words", async () => {
    const never = () => Promise.reject(new Error("it ran"));
    const needs = ["sign-in", "sso", "idp", "gateway-file"] as const;
    const results = await runProbes(running(needs.map((need) => probe(`tier/${need}`, never, { needs: [need] }))));
    expect(told(results)).toEqual([
      "tier/gateway-file skipped: it needs the gateway's configuration: --gateway FILE",
      "tier/idp skipped: no sso.yaml",
      "tier/sign-in skipped: it needs somebody to sign in as: --profile NAME or FILE",
      "tier/sso skipped: no sso.yaml",
    ]);
    expect(probeExit(results, true)).toBe(0);
    // one that is there, and names no realm, is another matter
    const named = running([probe("tier/idp", never, { needs: ["idp"] })], {
      probing: { profile: null, facts: { realmUrl: null }, gateway: null } as unknown as ProbeRun["probing"],
    });
    expect(told(await runProbes(named))).toEqual(["tier/idp skipped: sso.yaml does not say which realm: idp.base and idp.realm"]);
  });

  test("a probe that throws is not proven, without a stack and without what it threw", async () => {
    const results = await runProbes(running([probe("tier/a", () => Promise.reject(new TypeError("x is not a function")))]));
    expect(told(results)).toEqual(["tier/a not-proven: the probe itself failed (TypeError)"]);
  });

  test("a probe that hangs ends with its time, and the next one runs", async () => {
    const hangs = probe("tier/a", () => new Promise<Answer>(() => undefined));
    const results = await runProbes(running([hangs, probe("tier/b", async () => proven)], { patience: 20 }));
    expect(told(results)).toEqual(["tier/a not-proven: it did not end within 0 seconds", "tier/b proven: it is so"]);
    expect(probeExit(results, false)).toBe(3);
  });

  test("every exchange is told, and what is left of the time bounds the next one", async () => {
    const seen: number[] = [];
    let now = 1_000;
    const exchange = async ({ patience, url }: ExchangeRequest): Promise<ExchangeAnswer> => {
      seen.push(patience);
      now += 2_000;
      if (url.endsWith("/gone")) throw new HttpFault("refused", url, "nothing listens there");
      return GOOD;
    };
    const asks = async ({ ask }: Probing) => {
      await ask({ method: "POST", url: "https://u:p@idp.example.com/auth?client_id=plm&state=abc&code=SECRET" });
      await ask({ method: "GET", url: "https://plm.example.com/gone" });
      return proven;
    };
    const recorder = { ...running([]).recorder, exchange, now: () => now };
    const [result] = await runProbes(running([probe("tier/a", asks)], { recorder }));
    expect(seen).toEqual([5_000, 3_000]);
    expect(result?.exchanges).toEqual([
      {
        method: "POST",
        url: "https://idp.example.com/auth?client_id=plm&state=...&code=...",
        status: 200,
        fault: null,
        error: null,
      },
      { method: "GET", url: "https://plm.example.com/gone", status: null, fault: null, error: "nothing listens there" },
    ]);
    expect(told(result ? [result] : [])).toEqual([
      "tier/a not-proven: https://plm.example.com/gone: nothing listens there, so what was asked is not known",
    ]);
    expect(probeExit(result ? [result] : [], false)).toBe(3);
  });

  test("exit codes: refuted wins over a target that was not reached, and that over --strict", () => {
    const result = (one: Answer): ProbeResult => ({ probe: probe("tier/a", async () => one), answer: one, exchanges: [] });
    const refuted = result(answer("refuted", say`no`));
    const gone = result(answer("not-proven", say`?`, { unreachable: true }));
    const open = result(answer("not-proven", say`?`));
    expect(probeExit([refuted, gone], false)).toBe(1);
    expect(probeExit([open, gone], true)).toBe(3);
    expect(probeExit([open], true)).toBe(1);
    expect(probeExit([open], false)).toBe(0);
    expect(probeExit([result(answer("proven", say`yes`)), result(answer("skipped", say`-`))], true)).toBe(0);
    expect(countOutcomes([refuted, gone, open])).toEqual({ proven: 0, refuted: 1, notProven: 2, skipped: 0 });
  });
});

describe("[F3] --only and --skip", () => {
  const list = ["idp/keys", "tier/release", "tier/sign-in"].map((id) => probe(id, () => Promise.reject(new Error("it ran"))));
  const chosen = (only: readonly string[], skip: readonly string[] = []) =>
    selectQuestions("probe", list, { only, skip }).map(({ id }) => id);

  test("name probes or families, several in one word or in several", () => {
    expect(chosen([])).toEqual(["idp/keys", "tier/release", "tier/sign-in"]);
    expect(chosen(["tier/release, idp/keys"])).toEqual(["idp/keys", "tier/release"]);
    expect(chosen(["tier"])).toEqual(["tier/release", "tier/sign-in"]);
    expect(chosen(["tier/*"], ["tier/sign-in"])).toEqual(["tier/release"]);
    expect(chosen([], ["tier", "idp/keys,tier/release"].slice(0, 1))).toEqual(["idp/keys"]);
  });

  test("a name that is no probe's is wrong use, with the nearest; so is a choice that leaves none", () => {
    expect(() => chosen(["tier/relase"])).toThrow(/there is no probe 'tier\/relase'; did you mean 'tier\/release'\?/);
    expect(() => chosen(["tier"], ["tier"])).toThrow(/leave no probe/);
    expect(() => chosen([" ,"])).toThrow(/^--only names no probe/);
    expect(() => chosen([], [""])).toThrow(/^--skip names no probe/);
  });
});

describe("the probes themselves", () => {
  test("each is the file that its id names, and says everything about itself", () => {
    const files = below("src/live/probe", /^(?!.*generated).*\/[a-z-]+\/[a-z-]+\.ts$/).filter(
      (path) => path.split("/").length === 5,
    );
    const ids = PROBES.map(({ id }) => id);
    for (const id of ids) expect(files).toContain(`src/live/probe/${id}.ts`);
    for (const { id, summary, proves, doesNotProve, control } of PROBES)
      for (const text of [summary, proves, doesNotProve, control]) expect(text.length, id).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("[F11] nothing is asked of a tier before the sign-in", () => {
    const before = inOrder(PROBES).filter(({ order }) => order < 10);
    expect(before.map(({ id }) => id)).toEqual(["tier/same-address", "tier/gateway-route"]);
  });
});
