import { type SecretValue, type Text, mayOpenSomething, name, say, words } from "../../kernel/index.ts";
import { type ExchangeAnswer, HttpFault } from "../../platform/index.ts";
import type { Profile } from "../../compiler/index.ts";
import { readAnswer, type SoaAnswer } from "../soa/answer.ts";
import type { Fault } from "../soa/fault.ts";
import type { SoaRequest } from "../soa/request.ts";
import { addCookies, CookieJar } from "../soa/cookies.ts";
import { type SignedIn as SignedInAs, signedInBy } from "../soa/session.ts";
import { loginRequest } from "../soa/sign-in.ts";
import type { Ask } from "./asked.ts";
import { describeAnswer } from "./support/tier-answer.ts";
import { reachHelp } from "./reach-help.ts";

/** One HTTP answer of the PLM tier, with its parsed body. */
export interface Called {
  readonly http: ExchangeAnswer;
  readonly soa: SoaAnswer;
}

/** A successful sign-in to the tier. */
export interface SignedIn {
  readonly kind: "signed-in";
  readonly as: SignedInAs;
  /** Sends one request within the session. `ask` is that of the calling probe, in whose result the exchange is recorded. */
  call(ask: Ask, request: SoaRequest): Promise<Called>;
}

/** A failed sign-in to the tier. Probes that need a session are not run, and the sign-in is not retried. */
export interface NotSignedIn {
  readonly kind: "not-signed-in";
  /** The reason why the sign-in failed, in a sentence that begins with a small letter. */
  readonly says: Text;
  readonly help: Text | null;
  /** True if the tier was not reached. */
  readonly unreachable: boolean;
  readonly fault: Fault | null;
  /** True if the answer looks like that of a tier of another release than the connector's. */
  readonly mismatch: boolean;
  readonly status: number | null;
}

export type Session = SignedIn | NotSignedIn;

/** The inputs of the only sign-in to the tier of one `probe` command. */
export interface SigningIn {
  readonly tier: string;
  readonly profile: Profile;
  password(): Promise<SecretValue>;
  /** Redacts values that a probe has read and that grant access from all output. */
  conceal(values: readonly string[]): void;
  /** Called once, before the only attempt to sign in. */
  begins(): void;
  now(): Date;
}

const notSignedIn = (says: Text, more: Partial<NotSignedIn> = {}): NotSignedIn => ({
  help: null,
  unreachable: false,
  fault: null,
  mismatch: false,
  status: null,
  ...more,
  kind: "not-signed-in",
  says,
});

/** Signs in to the tier once, as the connector does. The sign-in is the first request to the tier, and is never repeated. */
export async function signIn(signing: SigningIn, ask: Ask): Promise<Session> {
  const { tier, profile, conceal } = signing;
  if (!URL.canParse(tier))
    return notSignedIn(words("the compiled connector file names no address to sign in to (TC_SERVER_URL)"));
  const password = await signing.password();
  conceal([password.reveal()]);
  const request = loginRequest(tier, { user: profile.user, password, group: profile.group, role: profile.role });
  signing.begins();
  try {
    const http = await ask(request);
    const soa = readAnswer(http);
    // the connector reads XML, so a JSON answer is no sign-in, although it opens a session
    const as = soa.kind === "xml" ? signedInBy(soa) : null;
    return as ? signedIn(signing, as, http) : notSignedInBy({ http, soa });
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    const says = say`${name(error.url)}: ${words(error.says)}`;
    const help = say`${reachHelp(error)}; the sign-in was not retried`;
    return notSignedIn(says, { unreachable: error.notReached, help });
  }
}

function notSignedInBy(called: Called): NotSignedIn {
  const { says, help, mismatch } = describeAnswer(called);
  const fault = called.soa.kind === "fault" ? called.soa.fault : null;
  return notSignedIn(says, { help, fault, mismatch, status: called.http.status });
}

function signedIn({ tier, conceal, now }: SigningIn, as: SignedInAs, first: ExchangeAnswer): SignedIn {
  const jar = new CookieJar([new URL(tier).origin], now);
  const take = ({ url, headers }: ExchangeAnswer): void => {
    jar.take(new URL(url), headers.get("set-cookie") ?? []);
    conceal(jar.values().filter(mayOpenSomething));
  };
  take(first);
  return {
    kind: "signed-in",
    as,
    async call(ask, request) {
      const http = await ask(addCookies(jar, request));
      take(http);
      return { http, soa: readAnswer(http) };
    },
  };
}

/** Sends a request without the session's cookies, as a control: the answer must differ from the one within the session. */
export async function withoutSession(ask: Ask, request: SoaRequest): Promise<Called> {
  const http = await ask(request);
  return { http, soa: readAnswer(http) };
}

/** Returns a function that signs in at the first call and returns the same session to every later call. */
export function oneSession(signing: SigningIn | null): (ask: Ask) => Promise<Session> {
  let made: Promise<Session> | null = null;
  return (ask) => {
    made ??= signing ? signIn(signing, ask) : Promise.resolve(notSignedIn(words("nobody was named to sign in as")));
    return made;
  };
}
