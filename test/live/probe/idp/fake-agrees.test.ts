import { describe, expect, test } from "vitest";
import { readPage } from "../../../../src/live/probe/support/html-page.ts";
import { identityProvider, type IdentityProviderOptions } from "../../../support/live/identity-provider.ts";
import type { LiveAnswer } from "../../../support/live/live.ts";
import { type Recorded, readTape, RECORDED_ORIGIN } from "../../../support/live/tapes.ts";
import { REALM } from "../scene.ts";
import { CLIENT } from "../sso/scene.ts";

/* The identity provider of the tests against recordings of a real one: what a probe reads of an answer has to be the same. */

type Refuses = NonNullable<IdentityProviderOptions["refuses"]>;

const REFUSES: Readonly<Record<string, Partial<IdentityProviderOptions>>> = {
  "client disabled": { refuses: "client-disabled" },
  "realm disabled": { refuses: "realm-disabled" },
  "unknown client": {},
  "redirect_uri that nobody registered": {},
  "empty redirect_uri": {},
  "bearer-only client": { refuses: "bearer-only" },
  "standard flow off": { refuses: "standard-flow-off" },
  "PAR required": { refuses: "par" },
  "PKCE S256 required": { refuses: "wants-pkce" },
  "PKCE S256 required and sent": { refuses: "wants-pkce" },
  "PKCE sent, not required": {},
  "prompt=none without a session": { refuses: "no-login" },
  "deny flow": { refuses: "deny" satisfies Refuses },
};

interface Shown {
  readonly status: number;
  readonly said: unknown;
}

/** What a probe reads of an answer. */
function shown(status: number, type: string, body: string, location: string | undefined): Shown {
  if (location !== undefined) {
    const { origin, pathname, searchParams: query } = new URL(location);
    const own = ["error", "error_description", "state", "iss"].map((key) => [key, query.get(key)]);
    return { status, said: { to: `${origin}${pathname}`, ...Object.fromEntries(own) } };
  }
  if (type.startsWith("application/json")) return { status, said: JSON.parse(body) };
  const { title, heading, messages, forms } = readPage(body);
  return {
    status,
    said: { title, heading, messages, asks: forms.flatMap(({ fields }) => fields.map(({ name }) => name)).sort() },
  };
}

const ofRecorded = ({ response }: Recorded): Shown => {
  const header = (name: string) => response?.headers.find(([key]) => key.toLowerCase() === name)?.[1];
  return shown(response?.status ?? 0, header("content-type") ?? "", response?.body ?? "", header("location"));
};

const ofAnswer = ({ status, headers, body }: LiveAnswer): Shown =>
  shown(status, String(headers["content-type"] ?? ""), body.toString("utf8"), headers.location as string | undefined);

describe("[F13] the identity provider of the tests answers as a real one", () => {
  test.each([
    "26.7.3/authorization-errors",
    "26.0.7/authorization-errors",
    "26.7.3/authorization-deny-flow",
    "26.0.7/authorization-deny-flow",
  ] as const)("%s", async (name) => {
    const differs: unknown[] = [];
    let compared = 0;
    for (const recorded of readTape(name).exchanges) {
      const note = recorded.note ?? "";
      const key = Object.keys(REFUSES)
        .sort((a, b) => b.length - a.length)
        .find((one) => note.startsWith(one));
      if (key === undefined || recorded.response?.body?.startsWith("(")) continue;
      const speaks = /German/.test(note) ? "de" : "en";
      const live = identityProvider({ realm: REALM, client: CLIENT, users: {}, speaks, ...REFUSES[key] });
      const headers = Object.fromEntries(recorded.request.headers);
      const url = new URL(recorded.request.target, RECORDED_ORIGIN);
      const answered = await live({ method: "GET", url, headers, body: Buffer.alloc(0) });
      const [real, ours] = [ofRecorded(recorded), ofAnswer(answered)];
      compared += 1;
      if (JSON.stringify(real) !== JSON.stringify(ours)) differs.push({ note, real, ours });
    }
    expect(differs).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  });
});
