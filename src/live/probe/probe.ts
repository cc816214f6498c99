import type { Account, CompiledEnvironment, Profile, SignInFacts } from "../../compiler/index.ts";
import type { SecretValue, Text } from "../../kernel/index.ts";
import type { CertificateAnswer, ExchangeAnswer } from "../../platform/index.ts";
import type { Control, Question } from "../checks/question.ts";
import type { Asked } from "./asked.ts";
import type { InstalledAddresses } from "./installed.ts";
import type { Session } from "./session.ts";

export type { Control } from "../checks/question.ts";
export type { Asked } from "./asked.ts";

/**
 * The result of a probe. `skipped`: something that the probe needs, such as --profile, was not given. `not-proven`: the probe ran, and the
 * answer leaves its question open.
 */
export type Outcome = "proven" | "refuted" | "not-proven" | "skipped";

/** The answer of a probe, in words that name the address, the actual and the expected behaviour, and the consequence. */
export interface Answer {
  readonly outcome: Outcome;
  readonly says: Text;
  /** The instruction for the user; null if there is nothing to do. */
  readonly help: Text | null;
  /** The address that the probe contacted; null if it contacted none. */
  readonly target: string | null;
  readonly facts: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly control: Control | null;
  /** True if the server was not reached, so that nothing is known of it (exit code 3). */
  readonly unreachable?: boolean;
}

/** A precondition of a probe; if it is not met, the probe is skipped, with the reason in its answer. */
export type Need = "sign-in" | "sso" | "idp" | "gateway-file";

/**
 * One probe. `src/live/probe/<family>/<name>.ts` has the id `<family>/<name>`. `order` is below 10 for probes without a request to the
 * tier, 10 for the sign-in to the tier, below 50 within its session, below 60 for other requests to tier and file servers, and from 60 on
 * for the realm, single sign-on and certificates.
 */
export interface Probe extends Question<Probing, Answer, Need> {
  /** The question of the probe in one line. */
  readonly summary: string;
  readonly proves: string;
  readonly doesNotProve: string;
}

/** The configuration file of the web gateway, which routes requests of web clients to the tier. */
export interface GatewayFile {
  /** The path of the gateway's file as the user typed it. */
  readonly file: string;
  readonly bytes: Buffer;
}

/** The inputs of a probe, which has access to nothing else. */
export interface Probing {
  readonly environment: CompiledEnvironment;
  /** The addresses of the environment, read from the bytes of the compiled files. */
  readonly addresses: InstalledAddresses;
  readonly facts: SignInFacts | null;
  readonly profile: Profile | null;
  readonly gateway: GatewayFile | null;
  /**
   * Sends one request and adds it to the probe's result; rejects with HttpFault if no usable answer arrives. A redirect is returned as an
   * answer, and is not followed.
   */
  ask(request: Asked): Promise<ExchangeAnswer>;
  /**
   * Returns the session of the only sign-in to the tier of this `probe` command: made at the first call, used by all probes, and never
   * repeated.
   */
  session(): Promise<Session>;
  /** Resolves a host name on this machine; rejects if it does not resolve. */
  resolve(name: string): Promise<readonly string[]>;
  /**
   * Looks up an account's password in the place that the --profile names; rejects with a Refusal if that fails. The password is sent to one
   * server and is never part of a message.
   */
  password(account: Account): Promise<SecretValue>;
  /** Redacts values that a probe has read and that grant access, such as cookies, codes and tickets, from all output. */
  conceal(values: readonly string[]): void;
  /** Prints a line on stderr about an action that the probe does only once, such as a sign-in. */
  announce(says: Text): void;
  /** Returns the id of the earlier probe of this command that reports a fact in full; null if this probe is the first, and reports it. */
  toldBy(what: string): string | null;
  /**
   * Runs `work`, which several probes of one command need, at the first call with this `name` only, and returns its result to each caller.
   */
  once<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * Reads the certificates of an https server, verified against every trust store that can be read on this machine; rejects with HttpFault.
   */
  certificates(url: string): Promise<CertificateAnswer>;
  /** Returns the evidence that Tierwright runs in a container, which has a loopback address of its own; null if there is none. */
  container(): string | null;
  /** Returns an unpredictable text for the state and the nonce of a request. */
  unguessable(): string;
  now(): Date;
}
