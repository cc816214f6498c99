import { describe, expect, test } from "vitest";
import { words as said } from "../../../../src/kernel/diagnostic/text.ts";
import { probe as chain } from "../../../../src/live/probe/sso/chain.ts";
import { probe } from "../../../../src/live/probe/tier/password-versus-sso.ts";
import { runProbes } from "../../../../src/live/probe/run.ts";
import { asked, type Given, probingOf, read } from "../scene.ts";
import { type Faults, signInServers } from "../sso/scene.ts";

const refusedSession: Given["session"] = {
  kind: "not-signed-in",
  says: said("InvalidCredentialsException"),
  unreachable: false,
  help: said("compare them"),
  fault: null,
  mismatch: false,
  status: 200,
};

describe("[F8] the same user by password and through the identity provider", () => {
  test.each<readonly [words: string, faults: Faults & { readonly given?: Partial<Given> }, expected: RegExp]>([
    ["both ways", {}, /^proven: both ways end in a session of ab\ncontrol held/],
    [
      "the ticket alone is refused",
      { tier: { ticket: () => false } },
      /^refuted: the password of ab signs in, and the ticket does not: the fault is in the ticket path, between gateway and tier \(515143 is its code\); .*\nhelp: in this order: 1\. .*pool manager/,
    ],
    [
      "a session that does not stay",
      { tier: { faults: { getTCSessionAnalyticsInfo: { type: "InvalidUserException", code: 1000, message: "" } } } },
      /^refuted: the password of ab signs in, and the ticket does not/,
    ],
    [
      "the way stops before the ticket",
      { login: "vault-not-ready" },
      /^not-proven: the password of ab signs in, and the other way does not come to the ticket path: the login service .*vault/,
    ],
    [
      "another user at its end",
      { idp: { fault: "other-user" } },
      /^not-proven: the password of ab signs in, and the other way comes through to a session that is not shown to be the same user's: .*'somebody'.*\nhelp: ids of the PLM system/,
    ],
    [
      "the password alone is refused",
      { given: { session: refusedSession } },
      /^not-proven: the password of ab does not sign in at the tier \(InvalidCredentialsException\), and the way through the identity provider does/,
    ],
    [
      "neither way",
      { tier: { ticket: () => false }, given: { session: refusedSession } },
      /^not-proven: neither way signs ab in .*: the ticket path cannot be isolated\nhelp: fix the sign-in by password first, the way with fewer parts: compare them$/,
    ],
  ])("%s", async (_words, { given, ...faults }, expected) => {
    expect(read(await asked(probe, { exchange: signInServers(faults).exchange, ...given }))).toMatch(expected);
  });

  test("what sso/chain has told at length is told there alone, with what to do", async () => {
    const { exchange } = signInServers({ idp: { fault: "other-user" } });
    const recorder = { exchange, via: [], ca: null, now: () => 0 };
    const results = await runProbes({ probes: [chain, probe], probing: probingOf({ exchange }), recorder, patience: 20_000 });
    expect(results.map(({ answer }) => read(answer).split("\ncontrol")[0])[1]).toBe(
      "not-proven: the password of ab signs in, and the other way comes through to a session that is not shown to be the same user's: see sso/chain\nhelp: sso/chain has the steps",
    );
  });

  test("a ticket that is refused is explained once, with what to do", async () => {
    const { exchange } = signInServers({ tier: { ticket: () => false } });
    const recorder = { exchange, via: [], ca: null, now: () => 0 };
    const results = await runProbes({ probes: [chain, probe], probing: probingOf({ exchange }), recorder, patience: 20_000 });
    const [first, second] = results.map(({ answer }) => read(answer));
    expect(first).toContain("\nhelp: in this order: 1. ");
    expect(second).toMatch(/^refuted: .* the fault is in the ticket path, .*; see sso\/chain\nhelp: sso\/chain has the steps/);
  });

  test("the identity provider is signed in to once in a run, whichever probes ask", async () => {
    const { exchange, asked: requests } = signInServers();
    const recorder = { exchange, via: [], ca: null, now: () => 0 };
    const results = await runProbes({ probes: [chain, probe], probing: probingOf({ exchange }), recorder, patience: 20_000 });
    expect(results.map(({ answer }) => answer.outcome)).toEqual(["proven", "proven"]);
    expect(requests.filter(({ url }) => url.pathname.endsWith("/authenticate"))).toHaveLength(1);
  });
});
