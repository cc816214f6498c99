import { defineDiagnostic, say, value, words } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";
import { realm, SSO } from "./example.ts";

type Seen = "none" | "all" | "unknown";

/** Returns the fault in sslRequired, or null for `external`. The identity provider ignores the word's case, but not spaces around it. */
function seenIn(text: string): Seen | null {
  const word = text.toLowerCase();
  if (word === "external") return null;
  return word === "none" || word === "all" ? word : "unknown";
}

const NOTES: Readonly<Record<Seen, string>> = {
  none: "the realm then signs people in over plain http from everywhere: passwords, codes and tokens cross the network unencrypted",
  all: "the realm then refuses http from private addresses and localhost, too: a container or a proxy on the same host that speaks http to it is refused",
  unknown: "the server knows external, all and none, and stops the realm's import at any other word",
};

const sslRequired = defineDiagnostic({
  id: "idp/ssl-required",
  severity: "error",
  title: "the realm does not require TLS from outside",
  why: "With `none` even passwords can cross the network unencrypted. sslRequired says for whom the realm demands https, and the identity provider does not warn about `none`. With `external`, the value that was observed with this sign-in, every address that is not private must use https.",
  remedy: "Write idp.sslRequired: external, or leave it out: that is the default.",
  clauses: ["E6", "E18"],
  message: ({ seen, text }: { readonly seen: Seen; readonly text: string }) => ({
    message: say`idp.sslRequired is ${value(text)}, not external`,
    notes: [words(NOTES[seen])],
    help: say`write sslRequired: external, or leave it out: that is the default`,
  }),
  fails: { file: SSO, with: realm("sslRequired: none") },
  passes: [
    { file: SSO, with: realm("sslRequired: external") },
    { file: SSO, with: realm("sslRequired: EXTERNAL") },
    { file: SSO, with: realm() },
  ],
});

export const rule: EnvironmentRule = {
  ...sslRequired,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const { value: text, place, pointer } = signIn.sslRequired;
    const seen = seenIn(text);
    const fix = { title: "write external", safe: false, edits: [{ place, text: "external" }] };
    // `all` is only a warning: a realm that refuses more than `external` exposes no password
    if (seen)
      yield sslRequired.at(place, { seen, text }, { pointer, fix, ...(seen === "all" && { severity: "warning" as const }) });
  },
};
