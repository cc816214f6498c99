import { type Fix, type Text, type Wording, defineDiagnostic, say, withoutTrailing, yamlScalar } from "../../../kernel/index.ts";
import { parseAddress } from "../../model/address.ts";
import { filledFact, type Fact } from "../../sso/fact.ts";
import type { EnvironmentRule } from "../rule.ts";
import { aboutFact, addressFault, shownAddress } from "./addresses.ts";
import { changeSignIn, signInWith } from "./example-sign-in.ts";

/** Matches where an address continues into a realm or the identity provider's pages; a path before that can belong to the server. */
const REALM_PATH = /\/(?:realms|admin|protocol|\.well-known)(?:\/|$)/;

type Args = { readonly base: string } & (
  | { readonly seen: "fault"; readonly fault: Text }
  | { readonly seen: "path"; readonly becomes: string }
  | { readonly seen: "tail" }
);

function seenIn(base: Fact, realm: Fact | null): Args | null {
  const { value } = base;
  const [fault, address] = [addressFault(value), parseAddress(value)];
  if (fault || !address) return fault && { base: value, seen: "fault", fault };
  if (REALM_PATH.test(address.path)) {
    const becomes = `${withoutTrailing(value, "/")}/realms/${realm?.value ?? "REALM"}`;
    return { base: value, seen: "path", becomes };
  }
  return address.tail === "" ? null : { base: value, seen: "tail" };
}

/** Returns a fix that ends idp.base before the path of a realm. It is safe if that path names the realm of sso.yaml. */
function fixOf(base: Fact, realm: Fact | null): Fix {
  const at = base.value.search(REALM_PATH);
  const server = base.value.slice(0, at);
  const path = withoutTrailing(base.value.slice(at), "/");
  const safe = realm !== null && path === `/realms/${realm.value}`;
  return { title: "end the address before the realm", safe, edits: [{ place: base.place, text: yamlScalar(server) }] };
}

function wording(found: Args): Wording {
  const base = shownAddress(found.base);
  const help = say`write the identity provider's address alone, such as https://idp.example.com:8443, and the realm's name in idp.realm`;
  if (found.seen === "fault") return { message: say`idp.base is ${base}, and ${found.fault}`, help };
  if (found.seen === "tail")
    return {
      message: say`idp.base is ${base}, and a query or a fragment is not part of the identity provider's address`,
      notes: [say`the realm's path is put at its end, so that no address below it would lead anywhere`],
      help,
    };
  return {
    message: say`idp.base contains the realm's path: ${base}`,
    notes: [
      say`it is the panel's Federation URL, which is the identity provider's address without the realm: the realm's path follows it`,
      say`the addresses would begin with ${shownAddress(found.becomes)}, and no realm answers there`,
    ],
    help,
  };
}

const BASE = "base: https://idp.example.com:8443\n";

const federationUrl = defineDiagnostic({
  id: "sso/federation-url",
  severity: "error",
  title: "the Federation URL is not only the identity provider's address",
  why: "The realm's path is appended to it. With that path in it already, every address made from it has the path twice: the login service looks for a realm where there is none.",
  remedy: "End idp.base before the realm's path, and name the realm in idp.realm.",
  clauses: ["E4"],
  message: wording,
  fails: signInWith(changeSignIn(BASE, "base: https://idp.example.com:8443/realms/engineering\n")),
  passes: [
    signInWith(changeSignIn(BASE, "base: https://idp.example.com:8443/\n")),
    signInWith(changeSignIn(BASE, "base: https://idp.example.com:8443/auth\n")),
    signInWith(changeSignIn(BASE, "base: http://localhost/idp\n")),
  ],
});

export const rule: EnvironmentRule = {
  ...federationUrl,
  scope: "environment",
  of: "sign-in",
  *check({ signIn, environment }) {
    const base = signIn && filledFact(signIn.signIn.idp.base);
    const found = base && seenIn(base, signIn.realm);
    if (!found) return;
    const explains = [{ environment: environment.name }];
    const fix = found.seen === "path" ? { fix: fixOf(base, signIn.realm) } : {};
    yield federationUrl.at(base.place, found, { ...aboutFact(base), explains, ...fix });
  },
};
