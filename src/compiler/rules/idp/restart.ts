import { defineDiagnostic, say, value, words } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";
import { realm, SSO } from "./example.ts";

const RIGHT = "unless-stopped";

type Seen = "always" | "not-after-boot" | "unknown";

/** Returns the fault in the restart policy of the identity provider's container; null for the right policy. */
function seenIn(text: string): Seen | null {
  if (text === RIGHT) return null;
  if (text === "always") return "always";
  return text === "no" || /^on-failure(?::\d+)?$/.test(text) ? "not-after-boot" : "unknown";
}

const NOTES: Readonly<Record<Seen, string>> = {
  always: "a container that somebody stopped, for an import of the realm for example, is started again with the host",
  "not-after-boot": "after a host restart the identity provider stays down, and nobody can sign in until somebody starts it",
  unknown: "the container runtime knows no such policy and does not create the container",
};

const restart = defineDiagnostic({
  id: "idp/restart",
  severity: "error",
  title: "the identity provider does not come back after a host restart",
  why: "Without it nobody can sign in. With a restart policy other than `unless-stopped` it is down after the next restart of the host, or comes back while somebody has stopped it on purpose.",
  remedy: "Write idp.restart: unless-stopped, or leave it out: that is the default.",
  clauses: ["E6", "E18"],
  message: ({ seen, text }: { readonly seen: Seen; readonly text: string }) => ({
    message: say`idp.restart is ${value(text)}, not unless-stopped`,
    notes: [words(NOTES[seen])],
    help: say`write restart: unless-stopped, or leave it out: that is the default; and change the policy of the running container`,
  }),
  fails: { file: SSO, with: realm('restart: "no"') },
  passes: [
    { file: SSO, with: realm("restart: unless-stopped") },
    { file: SSO, with: realm() },
  ],
});

export const rule: EnvironmentRule = {
  ...restart,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const { value: text, place, pointer } = signIn.restart;
    const seen = seenIn(text);
    const fix = { title: "write unless-stopped", safe: false, edits: [{ place, text: RIGHT }] };
    if (seen)
      yield restart.at(place, { seen, text }, { pointer, fix, ...(seen === "always" && { severity: "warning" as const }) });
  },
};
