import { isRefusal, Refusal, wrongUse } from "../../diagnostic/refusal.ts";
import { Admin } from "../../idp/admin.ts";
import { Secrets } from "../../idp/hidden.ts";
import { AdminSession } from "../../idp/session.ts";
import { IdpFault, NoAnswer, type Transport } from "../../idp/transport.ts";
import { HttpFault } from "../../io/http.ts";
import { pause } from "../../io/pause.ts";
import { isLoopback, parseAddress } from "../../model/address.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { placeOf } from "../../source/tree.ts";
import type { Invocation } from "../command.ts";
import { caOf, viaOf } from "../connect-options.ts";
import { administratorOf } from "./administrator.ts";
import { patienceOf } from "./realm-options.ts";

/** A page of 500 users has some hundred kilobytes; a realm with everything in it a few. */
const LARGEST = 32 * 1024 * 1024;

const WRITE = "write idp: { base: https://..., realm: ... } in sso.yaml beside environment.yaml";

const HELP: Readonly<Partial<Record<HttpFault["kind"], string>>> = {
  "no-name": "--connect HOST:PORT:ADDRESS names the address to ask",
  untrusted: "--ca FILE names a certificate (PEM) to trust, after you have compared its fingerprint with the server's",
  "other-name": "ask under a name of the certificate: idp.base has to be the identity provider's one name",
};

/** Where the admin API is. A password is sent there, so it is https, or this machine. */
export function realmAddress(
  environment: string,
  { federationUrl, realm, signIn }: SignInFacts,
): { base: string; realm: string } {
  if (!federationUrl || !realm)
    throw wrongUse(`sso.yaml of ${environment} does not say which realm`, WRITE, placeOf(signIn.span));
  const address = parseAddress(federationUrl.value);
  const usable =
    address !== null &&
    URL.canParse(federationUrl.value) &&
    address.userinfo === null &&
    address.tail === "" &&
    /^https?$/.test(address.scheme);
  if (!usable)
    throw wrongUse("idp.base is not an address that can be asked: https, a host, no user, no query", WRITE, federationUrl.place);
  if (address.scheme !== "https" && !isLoopback(address.host))
    throw wrongUse(
      "the identity provider's address is plain http, and the administrator's password would go over the network for everybody to read",
      "write idp.base with https; plain http is for localhost alone",
      federationUrl.place,
    );
  return { base: federationUrl.value, realm: realm.value };
}

/** The exchange of this machine as the identity provider's transport: bounded, nothing followed, its faults in words. */
function transportOf(invocation: Invocation, base: string): Transport {
  const [via, ca, patience] = [viaOf(invocation, base), caOf(invocation), patienceOf(invocation)];
  return async (request) => {
    try {
      return await invocation.host.exchange({ ...request, via, ca, patience, largest: LARGEST });
    } catch (error) {
      if (isRefusal(error) || !(error instanceof HttpFault)) throw error;
      const through = via.map(({ address, toPort, port }) => `${address}:${toPort ?? port}`).join(", ");
      const says = `${error.url}${through === "" ? "" : ` (through ${through})`}: ${error.says}`;
      throw new NoAnswer(error.url, says, error.notReached, HELP[error.kind] ?? null);
    }
  };
}

/** The admin API of a realm, with the administrator of --profile. Nothing is asked yet. */
export async function openRealm(invocation: Invocation, environment: string, facts: SignInFacts): Promise<Admin> {
  const { base, realm } = realmAddress(environment, facts);
  const administrator = await administratorOf(invocation);
  const time = { now: () => invocation.host.now().getTime(), pause };
  const session = new AdminSession(transportOf(invocation, base), base, administrator, time, new Secrets());
  return new Admin(session, realm);
}

/** Asks; what the identity provider, or the way to it, has against it ends the command in words. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoAnswer) throw new Refusal(error.notReached ? 3 : 1, `${error.says}; nothing was changed`, error.help);
    if (error instanceof IdpFault) throw new Refusal(1, `${error.says}; nothing was changed`, error.help);
    throw error;
  }
}
