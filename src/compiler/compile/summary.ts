import { type Place, type Scalar, type Verdict, placeOf } from "../../kernel/index.ts";
import { normalAddress, parseAddress, withoutCredentials } from "../model/address.ts";
import type { Environment } from "../model/environment.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import type { SharedModel } from "../model/repository.ts";
import { plainOrDefault } from "../sso/fact.ts";
import { signInOf } from "./addresses.ts";
import type { CompiledEnvironment } from "./compiled.ts";
import { type AddressClaim, claimsOf, type KnownAddress, knownAddresses } from "./hosts.ts";
import { installFolder } from "./install-folder.ts";

/** What one environment says of a realm that others may name, too. */
export interface RealmClaim {
  /** The realm's address: two environments that have the same mean the same realm. */
  readonly url: string;
  readonly place: Place;
  /** What is of the whole realm, by the field of sso.yaml that says it; the default where none does. */
  readonly settings: Readonly<Record<string, { readonly value: string; readonly place: Place }>>;
  /** Its clients, with what an import of the realm would write into them; null: this environment does not know it. */
  readonly clients: readonly {
    readonly id: string;
    readonly place: Place;
    readonly redirectUris: readonly string[] | null;
    readonly postLogout: string | null;
    /** The environment that changes it in the live realm, as written. */
    readonly owner: { readonly name: string; readonly place: Place } | null;
  }[];
}

const ownerOf = (leaf: Scalar | null) => leaf && { name: leaf.text, place: placeOf(leaf.span) };

function realmOf({ signIn }: CompiledEnvironment): RealmClaim | null {
  if (!signIn?.realmUrl) return null;
  const { idp, path } = signIn.signIn;
  const [strict, back] = [idp.hostname.strict, idp.hostname.strictBackchannel].map((leaf) => plainOrDefault(leaf, "true", path));
  const facts = {
    "idp.version": signIn.idpVersion,
    "idp.hostname.strict": strict,
    "idp.hostname.strictBackchannel": back,
    "idp.sslRequired": signIn.sslRequired,
    "idp.username.min": signIn.username.min,
    "idp.username.max": signIn.username.max,
  };
  const settings = Object.entries(facts).flatMap(([field, fact]) =>
    fact ? [[field, { value: fact.value, place: fact.place }] as const] : [],
  );
  return {
    url: signIn.realmUrl.value,
    place: signIn.realmUrl.place,
    settings: Object.fromEntries(settings),
    clients: signIn.clients.map(({ id, isLoginService, redirectUris, postLogout }, i) => ({
      id: id.value,
      place: id.place,
      redirectUris: isLoginService || idp.clients[i]?.redirectUris ? redirectUris.map(({ value }) => value) : null,
      postLogout: postLogout?.value ?? null,
      owner: ownerOf(idp.clients[i]?.owner ?? null),
    })),
  };
}

/** An address of sso.yaml that leads people to a server of one environment. */
export interface SignInAddress {
  /** The field of sso.yaml. */
  readonly field: string;
  readonly host: string;
  /** Without credentials. */
  readonly text: string;
  readonly place: Place;
  readonly pointer: string | null;
}

function signInAddressesOf({ signIn }: CompiledEnvironment): readonly SignInAddress[] {
  if (!signIn) return [];
  const { loginService, webApplication, connector } = signIn.signIn;
  const fields = {
    "loginService.base": loginService.base,
    "webApplication.root": webApplication.root,
    "connector.loginUrl": connector?.loginUrl ?? null,
  };
  return Object.entries(fields).flatMap(([field, leaf]) => {
    const address = leaf && parseAddress(leaf.text);
    if (!address) return [];
    const { host } = address;
    return [{ field, host, text: withoutCredentials(leaf.text), place: placeOf(leaf.span), pointer: leaf.pointer }];
  });
}

/** An environment as the rules that look across environments see it. Plain data. */
export interface EnvironmentSummary {
  readonly name: string;
  readonly place: Place;
  readonly extends: string | null;
  readonly tierInherited: boolean;
  readonly sharedWith: readonly string[];
  readonly connector: string;
  /** The tool's installation folder on its workstations. */
  readonly install: string;
  readonly claims: readonly AddressClaim[];
  /** By host name in lower case: what its tier.hosts declares, of its own hosts and of others. */
  readonly hosts: Readonly<Record<string, readonly KnownAddress[]>>;
  /** Where the tool will sign in, as compiled, without credentials. */
  readonly signIn: string;
  readonly verdict: Verdict;
  /** The realm that people of this environment sign in to; null without a sign-in, or where its address is not known. */
  readonly realm: RealmClaim | null;
  /** Where its sign-in leads people. */
  readonly signInAddresses: readonly SignInAddress[];
  /** Every host whose addresses it declares, with each of them. */
  readonly addresses: readonly { readonly host: string; readonly address: string }[];
  /** Hosts that are declared members of the tier of its sign-in host. */
  readonly members: readonly string[];
  /** Keys that this environment declares secrets, by file: whatever stands there elsewhere is not shown. */
  readonly secretKeys: readonly { readonly file: FileRole; readonly key: string }[];
}

/** The whole repository for rules of scope `repository`. */
export interface RepositoryView extends SharedModel {
  /** Sorted by name; environments whose YAML cannot be read are absent. */
  readonly environments: readonly EnvironmentSummary[];
  /** Every folder below environments/, readable or not. */
  readonly environmentNames: readonly string[];
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
}

/** The keys that an environment declares secrets, with the file of each. */
export function secretKeysOf({ workstation }: Environment): EnvironmentSummary["secretKeys"] {
  const keys: { file: FileRole; key: string }[] = [];
  for (const file of FILE_ROLES)
    for (const [key, { value }] of workstation.set[file]) if (value.type === "secret") keys.push({ file, key });
  return keys;
}

/**
 * Whom this environment shares its tier with on purpose. What another layer declares is of the tier block there: it counts where the
 * whole block is inherited, not for addresses of one's own.
 */
function declaredShared({ tier, tierInherited, nameScalar, derivedFrom }: Environment): readonly string[] {
  const own = nameScalar.span.source.path;
  const declared = tier.sharedWith.filter(({ span }) => tierInherited || span.source.path === own);
  // what a recording does not lead through its relay is the tier that it records
  return [...declared, ...(derivedFrom ? [derivedFrom] : [])].map(({ text }) => text);
}

/** The declared addresses of hosts, in one spelling each. */
const addressesOf = ({ tier }: Environment): EnvironmentSummary["addresses"] =>
  [...tier.hosts].flatMap(([host, { addresses }]) =>
    addresses.flatMap(({ text }) => {
      const address = normalAddress(text);
      return address === null ? [] : [{ host, address }];
    }),
  );

function membersOf(compiled: CompiledEnvironment): readonly string[] {
  const host = signInOf(compiled)?.address?.host ?? "";
  return (compiled.environment.tier.members.get(host)?.hosts ?? []).map(({ text }) => text.toLowerCase());
}

/** What the other environments are compared with. */
export function summaryOf(compiled: CompiledEnvironment): EnvironmentSummary {
  const { environment } = compiled;
  return {
    name: environment.name,
    place: placeOf(environment.nameScalar.span),
    extends: environment.extends?.text ?? null,
    tierInherited: environment.tierInherited,
    sharedWith: declaredShared(environment),
    connector: environment.connector.text,
    install: installFolder(compiled),
    claims: claimsOf(compiled, compiled.options),
    hosts: Object.fromEntries(
      [...environment.tier.hosts.keys()].map((host) => [host, knownAddresses(host, environment, compiled.options)]),
    ),
    signIn: withoutCredentials(
      compiled.files.connector?.keys.get("TC_SERVER_URL")?.decision.value ?? environment.tier.signIn.text,
    ),
    verdict: compiled.verdict,
    realm: realmOf(compiled),
    signInAddresses: signInAddressesOf(compiled),
    addresses: addressesOf(environment),
    members: membersOf(compiled),
    secretKeys: secretKeysOf(environment),
  };
}
