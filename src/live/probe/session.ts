import { type SecretValue, type Text, mayOpenSomething, name, say, words } from "../../kernel/index.ts";
import { type ExchangeAnswer, HttpFault } from "../../platform/index.ts";
import type { Profile } from "../../compiler/index.ts";
import { readAnswer, type SoaAnswer } from "../soa/answer.ts";
import type { Fault } from "../soa/fault.ts";
import type { SoaRequest } from "../soa/request.ts";
import { CookieJar, within } from "../soa/cookies.ts";
import { type SignedIn as SignedInAs, signedInBy } from "../soa/session.ts";
import { loginRequest } from "../soa/sign-in.ts";
import type { Ask } from "./asked.ts";
import { describeAnswer } from "./support/tier-answer.ts";
import { reachHelp } from "./reach-help.ts";

/** One answer of the tier, read. */
export interface Called {
  readonly http: ExchangeAnswer;
  readonly soa: SoaAnswer;
}

/** The one sign-in of a run that ended well. */
export interface SignedIn {
  readonly kind: "signed-in";
  readonly as: SignedInAs;
  /** One request within the session, told among the exchanges of the probe whose `ask` it is. */
  call(ask: Ask, request: SoaRequest): Promise<Called>;
}

/** The one sign-in of a run that did not: nothing that needs it is asked, and it is not tried again. */
export interface NotSignedIn {
  readonly kind: "not-signed-in";
  /** Why, in a sentence that begins with a small letter. */
  readonly says: Text;
  readonly help: Text | null;
  /** The tier was not reached. */
  readonly unreachable: boolean;
  readonly fault: Fault | null;
  /** What looks like another release than the connector's. */
  readonly mismatch: boolean;
  readonly status: number | null;
}

export type Session = SignedIn | NotSignedIn;

/** What the sign-in of a run is made of. */
export interface SigningIn {
  readonly tier: string;
  readonly profile: Profile;
  password(): Promise<SecretValue>;
  /** What was read and opens something leaves in no output. */
  conceal(values: readonly string[]): void;
  /** Told once, before the one attempt. */
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

/** Signs in once, as the connector does: this is the first request that the tier gets, and it is never sent again. */
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
    // the connector reads XML: a session that is told in JSON is none that it could use
    const as = soa.kind === "xml" ? signedInBy(soa) : null;
    return as ? signedIn(signing, as, http) : notSignedInBy({ http, soa });
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    const says = say`${name(error.url)}: ${words(error.says)}`;
    const help = say`${reachHelp(error)}; nothing of the sign-in was tried a second time`;
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
      const http = await ask(within(jar, request));
      take(http);
      return { http, soa: readAnswer(http) };
    },
  };
}

/** The same request without the session: what it answers must not be what the session is answered. */
export async function withoutSession(ask: Ask, request: SoaRequest): Promise<Called> {
  const http = await ask(request);
  return { http, soa: readAnswer(http) };
}

/** The session's one promise for all probes of a run. */
export function oneSession(signing: SigningIn | null): (ask: Ask) => Promise<Session> {
  let made: Promise<Session> | null = null;
  return (ask) => {
    made ??= signing ? signIn(signing, ask) : Promise.resolve(notSignedIn(words("nobody was named to sign in as")));
    return made;
  };
}
