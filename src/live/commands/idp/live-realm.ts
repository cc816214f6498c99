import { Concealed, Refusal, isRefusal, placeOf, wrongUse } from "../../../kernel/index.ts";
import { Admin } from "../../idp/admin.ts";
import { NoAccess } from "../../idp/fault.ts";
import { type Difference, type TwoAddresses, whyAnotherServer } from "../../idp/same-server.ts";
import { AdminSession } from "../../idp/session.ts";
import { IdpFault, NoAnswer, type Transport } from "../../idp/transport.ts";
import { ExchangeSession, HttpFault, pause } from "../../../platform/index.ts";
import type { SignInFacts } from "../../../compiler/index.ts";
import { type Invocation, caOf, throughWords, viaOf } from "../../../report/index.ts";
import { askable, NAME_THE_REALM, realmHelp } from "../realm-address.ts";
import { administratorOf } from "./administrator.ts";
import { patienceOf } from "./realm-options.ts";

/** The largest accepted answer of the admin API, in bytes; a list of 500 users and a complete realm are far smaller. */
const LARGEST = 32 * 1024 * 1024;

/**
 * Returns the address and name of the realm from sso.yaml. Throws a Refusal unless the address is https or leads to this machine, because a
 * password is sent to it.
 */
export function realmAddress(
  environment: string,
  { federationUrl, realm, signIn }: SignInFacts,
): { base: string; realm: string } {
  if (!federationUrl || !realm)
    throw wrongUse(`sso.yaml of ${environment} does not say which realm`, NAME_THE_REALM, placeOf(signIn.span));
  askable(
    federationUrl,
    "the identity provider's address is plain http, and the administrator's password would go over the network for everybody to read",
  );
  return { base: federationUrl.value, realm: realm.value };
}

/**
 * Returns the function that sends requests to the identity provider: answers are limited in size, redirects are not followed. A fault of
 * the connection is thrown as `NoAnswer`, described in words.
 */
function transportOf(invocation: Invocation, base: string, ...more: readonly string[]): Transport {
  const [via, ca, patience] = [viaOf(invocation, base, ...more), caOf(invocation), patienceOf(invocation)];
  const session = new ExchangeSession();
  return async (request) => {
    try {
      return await invocation.host.exchange({ ...request, via, ca, patience, largest: LARGEST, session });
    } catch (error) {
      if (isRefusal(error) || !(error instanceof HttpFault)) throw error;
      const says = `${error.url}${throughWords(via)}: ${error.says}`;
      throw new NoAnswer(error.url, says, error.notReached, realmHelp(error));
    }
  };
}

/**
 * Returns a transport that first checks, once, whether idp.base of the --profile (the admin API) and idp.base of sso.yaml lead to one
 * server. If that is not proven, every request throws a Refusal and is not sent.
 */
function onceProven(ask: Transport, at: TwoAddresses, realm: string): Transport {
  let proof: Promise<Difference | null> | null = null;
  return async (request) => {
    proof ??= whyAnotherServer(ask, at, realm);
    const another = await proof;
    if (another) throw wrongUse(`${another.says}; nobody was signed in`, another.help);
    return ask(request);
  };
}

/** Returns a client for the realm's admin API, with the administrator of --profile. Sends no request yet. */
export async function openRealm(invocation: Invocation, environment: string, facts: SignInFacts): Promise<Admin> {
  const { base, realm } = realmAddress(environment, facts);
  const { administrator, base: own } = await administratorOf(invocation);
  const time = { now: () => invocation.host.now().getTime(), pause };
  const admin = own ?? base;
  const ask = admin === base ? transportOf(invocation, base) : transportOf(invocation, base, admin);
  const transport = admin === base ? ask : onceProven(ask, { base, admin }, realm);
  return new Admin(new AdminSession(transport, admin, administrator, time, new Concealed()), realm);
}

/**
 * Runs requests and converts faults of the identity provider or of the connection into a Refusal: exit code 3 if the identity provider was
 * not reached or denied access, otherwise 1.
 */
export async function runRequests<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoAnswer) throw new Refusal(error.notReached ? 3 : 1, `${error.says}; nothing was changed`, error.help);
    if (error instanceof NoAccess) throw new Refusal(3, `${error.says}; nothing was changed`, error.help);
    if (error instanceof IdpFault) throw new Refusal(1, `${error.says}; nothing was changed`, error.help);
    throw error;
  }
}
