import { describe, expect, test } from "vitest";
import { PROBES } from "../../../../src/live/probe/registry.generated.ts";
import { JANE } from "../../../support/live/tier.ts";
import { asked, PROFILE, probed, TC } from "../command-scene.ts";

const LOGIN = "POST /tc/RestServices/Core-2008-06-Session/login";
const TIER = PROBES.map(({ id }) => id).filter((id) => id.startsWith("tier/") && id !== "tier/password-versus-sso");

describe("[F3] every probe of a healthy tier", () => {
  test("[F11] the sign-in is the first request and the only one of its kind; all is proven, and nothing is left open", async () => {
    const bootstrapUrls = ["https://plm.example.com:4544"];
    const { code, out, err, tier, document } = await probed(["--only", TIER.join(), "--format", "json"], {
      tier: { bootstrapUrls },
    });
    const told = document.probes.map((one: { id: string; outcome: string }) => `${one.id} ${one.outcome}`);
    expect(told).toEqual([
      "tier/same-address proven",
      "tier/gateway-route skipped",
      "tier/sign-in proven",
      "tier/release proven",
      "tier/type-descriptions proven",
      "tier/json-sign-in proven",
      "tier/roles proven",
      "tier/session-analytics proven",
      "tier/bootstrap-preference proven",
      "tier/unauthenticated proven",
      "tier/doubled-root proven",
      "tier/file-hosts proven",
    ]);
    expect(code).toBe(0);
    expect(err).toBe(`signs in as jdoe at ${TC}/tc: one attempt, whatever comes of it\n`);
    expect(tier.asked[0]).toBe(LOGIN);
    expect(tier.asked.filter((one) => one === LOGIN)).toHaveLength(1);
    for (const request of tier.requests.filter(({ url }) => !url.pathname.endsWith("/login")))
      expect(request.body.toString()).not.toContain(JANE.password);
    expect(document.summary).toEqual({ proven: 11, refuted: 0, notProven: 0, skipped: 1 });
    for (const secret of [JANE.password, "S000001", "x-0001"]) expect(out).not.toContain(secret);
  });

  test("[H6] beside each answer that is proven stands a control that was made and held; one name for all needs none", async () => {
    const { document } = await probed(["--only", TIER.join(), "--format", "json"], {
      tier: { bootstrapUrls: ["https://plm.example.com:4544"] },
    });
    const proven = document.probes.filter((one: { outcome: string }) => one.outcome === "proven");
    const told = proven.map(({ id, control }: { id: string; control: { outcome: string } }) => [id, control.outcome]);
    expect(Object.fromEntries(told)).toEqual({
      "tier/same-address": "none",
      "tier/sign-in": "held",
      "tier/release": "held",
      "tier/type-descriptions": "held",
      "tier/json-sign-in": "held",
      "tier/roles": "held",
      "tier/session-analytics": "held",
      "tier/bootstrap-preference": "held",
      // it is the control of the release
      "tier/unauthenticated": "none",
      "tier/doubled-root": "held",
      "tier/file-hosts": "held",
    });
    for (const { id, control } of proven) for (const text of [control.did, control.says]) expect(text, id).toMatch(/\w/);
  });

  test("without a profile what needs a sign-in is skipped, and says so", async () => {
    const { code, document, tier } = await probed(["--only", TIER.join(), "--format", "json"], { profile: null });
    const skipped = document.probes.filter((one: { outcome: string }) => one.outcome === "skipped");
    expect(skipped.map(({ id }: { id: string }) => id)).toEqual([
      "tier/gateway-route",
      "tier/sign-in",
      "tier/release",
      "tier/type-descriptions",
      "tier/json-sign-in",
      "tier/roles",
      "tier/session-analytics",
      "tier/bootstrap-preference",
    ]);
    expect(skipped[1].says).toBe("it needs somebody to sign in as: --profile NAME or FILE");
    expect(code).toBe(0);
    expect(tier.asked.some((one) => one.startsWith("POST"))).toBe(false);
  });
});

describe("[F7] what opens something leaves in no output", () => {
  test("a server that sends the password back is told without it, in any spelling", async () => {
    const password = `p&w "quoted" ${"é"}`;
    const echo = (text: string) => ({ login: { type: "InternalServerException", code: 5, message: `bad: ${text}` } });
    for (const text of [password, encodeURIComponent(password), Buffer.from(`jdoe:${password}`).toString("base64")]) {
      const { out, err } = await probed(["--only", "tier/sign-in", "--format", "json"], {
        password,
        tier: { faults: echo(text) },
      });
      expect(out).toContain("(value not shown)");
      for (const spelled of [text, JSON.stringify(text).slice(1, -1)]) expect(out + err).not.toContain(spelled);
    }
  });

  test("a password that is the user's id does not hide the id", async () => {
    const people = [{ ...JANE, user: "infodba", password: "infodba" }];
    const found = await asked("tier/sign-in", {
      profile: PROFILE.replace("jdoe", "infodba"),
      password: "infodba",
      tier: { people },
    });
    expect(found.says).toBe(`'infodba' signs in at ${TC}/tc as the connector does`);
  });
});
