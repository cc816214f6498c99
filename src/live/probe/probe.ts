import type { Account, CompiledEnvironment, Profile, SignInFacts } from "../../compiler/index.ts";
import type { SecretValue, Text } from "../../kernel/index.ts";
import type { CertificateAnswer, ExchangeAnswer } from "../../platform/index.ts";
import type { Asked } from "./asked.ts";
import type { InstalledAddresses } from "./installed.ts";
import type { Session } from "./session.ts";

export type { Asked } from "./asked.ts";

/** `skipped`: something that the probe needs was not given. `not-proven`: it was tried, and the answer leaves the question open. */
export type Outcome = "proven" | "refuted" | "not-proven" | "skipped";

/** What was done to see whether the probe could have said no: something that has to fail, or has to look different. */
export interface Control {
  readonly did: Text;
  /** `none`: there is nothing that could be tried, and `says` says why. */
  readonly outcome: "held" | "failed" | "none";
  readonly says: Text;
}

/** What a probe found out, in words that name the target, what was found, what was expected and what it would lead to. */
export interface Answer {
  readonly outcome: Outcome;
  readonly says: Text;
  /** What to do; null: nothing. */
  readonly help: Text | null;
  /** The address that was asked. */
  readonly target: string | null;
  readonly facts: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly control: Control | null;
  /** The target was not reached, so that nothing is known of it (exit code 3). */
  readonly unreachable?: boolean;
}

/** What a probe cannot do without; the runner skips it in words where that is missing. */
export type Need = "sign-in" | "sso" | "idp" | "gateway-file";

/** One probe, one file: `src/live/probe/<family>/<name>.ts` is `<family>/<name>`. */
export interface Probe {
  readonly id: string;
  /** One line: what is asked. */
  readonly summary: string;
  readonly proves: string;
  readonly doesNotProve: string;
  /** What is tried to see whether it could have failed. */
  readonly control: string;
  readonly needs: readonly Need[];
  /** Its place in a run, lowest first: what asks nothing of the tier before 10, the sign-in at 10, what goes on from it before 50, the realm from 60 on. */
  readonly order: number;
  run(probing: Probing): Promise<Answer>;
}

/** What a gateway's file says of the tier that it leads to. */
export interface GatewayFile {
  /** As it was named. */
  readonly file: string;
  readonly bytes: Buffer;
}

/** What a probe is given. It reaches nothing else. */
export interface Probing {
  readonly environment: CompiledEnvironment;
  /** Addresses, out of the bytes that would be installed. */
  readonly addresses: InstalledAddresses;
  readonly facts: SignInFacts | null;
  readonly profile: Profile | null;
  readonly gateway: GatewayFile | null;
  /** One exchange, which the result tells; rejects with HttpFault. A redirect is an answer. */
  ask(request: Asked): Promise<ExchangeAnswer>;
  /** The one sign-in of the run: made when it is asked for first, shared, and never made again. */
  session(): Promise<Session>;
  /** Addresses of a host name as this machine knows it; rejects where it does not resolve. */
  resolve(name: string): Promise<readonly string[]>;
  /** An account's password, looked up where its profile says; rejects with a refusal. It goes to one server and into no sentence. */
  password(account: Account): Promise<SecretValue>;
  /** What was read on the way and opens something: cookies, codes, tickets. None of it leaves in any output. */
  conceal(values: readonly string[]): void;
  /** Says beforehand what is done once and not tried again. */
  announce(says: Text): void;
  /** The other probe of this run that has told something, by its id; null: none has, and from now on this one. */
  toldBy(what: string): string | null;
  /** Work that probes of one run share, by name: done when it is asked for first. */
  once<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The certificates that the server of an https address shows, held to every store that can be read here; rejects with HttpFault. */
  certificates(url: string): Promise<CertificateAnswer>;
  /** What shows that this program runs in a container, whose loopback is its own; null: nothing does. */
  container(): string | null;
  /** Returns a text that nobody can know beforehand, for the state and the nonce of a request. */
  unguessable(): string;
  now(): Date;
}
