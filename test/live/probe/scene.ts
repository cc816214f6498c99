import { SecretValue } from "../../../src/kernel/diagnostic/secret.ts";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import type { CertificateAnswer } from "../../../src/platform/certificates.ts";
import type { Exchange } from "../../../src/platform/exchange.ts";
import { HttpFault } from "../../../src/platform/http.ts";
import { unguessable } from "../../../src/platform/unguessable.ts";
import type { Answer, Probe, Probing } from "../../../src/live/probe/probe.ts";
import { runProbes } from "../../../src/live/probe/run.ts";
import type { Session } from "../../../src/live/probe/session.ts";
import { factsOf, LIVE } from "../../compiler/sso/scene.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
export const REALM = "https://idp.example.com:8443/realms/engineering";
export const TIER = "https://tier.example.com:8443/tc";

/** What a probe of the sign-in is given in a test: an environment's facts, and a network of functions. */
export interface Given {
  readonly exchange: Exchange;
  readonly yaml?: string;
  /** What is pinned; null: nothing is. */
  readonly discovery?: string | null;
  readonly user?: string;
  readonly typed?: string;
  readonly password?: string;
  readonly resolves?: Readonly<Record<string, readonly string[]>>;
  readonly container?: string | null;
  readonly session?: Session;
  readonly certificates?: (url: string) => Promise<CertificateAnswer>;
  readonly concealed?: string[];
  readonly announced?: string[];
  /** null: there is no sso.yaml. */
  readonly facts?: null;
  readonly addresses?: Partial<Probing["addresses"]>;
}

/** A session that nobody asks anything of. */
export const SIGNED_IN: Session = {
  kind: "signed-in",
  as: { userId: null, serverInfo: null, release: null, partialErrors: [] },
  call: () => Promise.reject(new Error("nothing is asked within it")),
};

const account = (user: string) => ({ user, password: {} as never });

export function probingOf(given: Given): Omit<Probing, "ask" | "session" | "once" | "toldBy"> & { session(): Promise<Session> } {
  const { yaml = LIVE, user = "ab", typed = user, password = "of ab", resolves = {}, container = null } = given;
  const at = (text: string) => ({ text, file: "connector/connector.properties", key: "TC_SERVER_URL" });
  return {
    environment: {} as never,
    addresses: { signIn: at(TIER), clientSignIn: null, webClient: null, fileTransfer: [], ...given.addresses },
    facts: given.facts === null ? null : given.discovery === undefined ? factsOf(yaml) : factsOf(yaml, given.discovery),
    profile: { name: "me", path: "/me.yaml", ...account(user), group: "", role: "", sso: account(typed), idp: null },
    gateway: null,
    session: async () => given.session ?? SIGNED_IN,
    resolve: async (name) => resolves[name] ?? ["10.20.0.11"],
    password: async () => new SecretValue(password),
    conceal: (values) => void given.concealed?.push(...values),
    certificates: given.certificates ?? ((url) => Promise.reject(new HttpFault("refused", url, "nothing listens there"))),
    container: () => container,
    unguessable,
    announce: (says) => void given.announced?.push(plain(says)),
    now: () => NOW,
  };
}

/** One probe's answer as the runner gives it, its control weighed. */
export async function asked(probe: Probe, given: Given): Promise<Answer> {
  const recorder = { exchange: given.exchange, via: [], ca: null, now: () => NOW.getTime() };
  const [result] = await runProbes({ probes: [probe], probing: probingOf(given), recorder, patience: 20_000 });
  if (!result) throw new Error("no result");
  return result.answer;
}

/** Everything that a person reads of an answer. */
export const read = ({ outcome, says, help, control }: Answer): string =>
  [
    `${outcome}: ${plain(says)}`,
    ...(help ? [`help: ${plain(help)}`] : []),
    ...(control ? [`control ${control.outcome}: ${plain(control.did)}: ${plain(control.says)}`] : []),
  ].join("\n");
