import { type Place, type Scalar, type Verdict, placeOf } from "../../kernel/index.ts";
import { normalAddress, parseAddress, withoutCredentials } from "../model/address.ts";
import type { Environment } from "../model/environment.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import type { SharedModel } from "../model/repository.ts";
import { plainOrDefault } from "../sso/fact.ts";
import { addressKeys, signInOf } from "./addresses.ts";
import type { CompiledEnvironment } from "./compiled.ts";
import { type AddressClaim, claimsOf, type KnownAddress, knownAddresses } from "./hosts.ts";
import { installFolder } from "./install-folder.ts";

/** The values that one environment states for a realm, to be compared with those of other environments that use the same realm. */
export interface RealmClaim {
  /** The realm's address; environments with equal addresses use the same realm. */
  readonly url: string;
  readonly place: Place;
  /** The settings of the whole realm, by field of sso.yaml, with the default for a field that is not set. */
  readonly settings: Readonly<Record<string, { readonly value: string; readonly place: Place }>>;
  /**
   * The realm's clients with the values that an import of the realm would write. `redirectUris` is null for another application's client
   * whose redirect URIs sso.yaml does not state.
   */
  readonly clients: readonly {
    readonly id: string;
    readonly place: Place;
    readonly redirectUris: readonly string[] | null;
    readonly postLogout: string | null;
    /**
     * The environment that sso.yaml declares as the client's owner: only that one changes it in the live realm. null if none is declared.
     */
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

/** An address in sso.yaml at which browsers or the client library reach a server of the environment. */
export interface SignInAddress {
  /** The field of sso.yaml that contains the address. */
  readonly field: string;
  readonly host: string;
  /** The address as written, without credentials. */
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

/** The parts of a compiled environment that rules compare across environments. Plain data, because worker threads send it. */
export interface EnvironmentSummary {
  readonly name: string;
  readonly place: Place;
  readonly extends: string | null;
  readonly tierInherited: boolean;
  readonly sharedWith: readonly string[];
  readonly connector: string;
  /** Path of the connector profile; null for the built-in connector. */
  readonly profile: string | null;
  /** The tool's installation folder on the environment's workstations. */
  readonly install: string;
  readonly claims: readonly AddressClaim[];
  /** The hosts of file servers that no source shows to belong to the tier of the sign-in address. */
  readonly unproven: readonly string[];
  /** The network addresses that tier.hosts declares, by host name in lower case. */
  readonly hosts: Readonly<Record<string, readonly KnownAddress[]>>;
  /** The compiled sign-in address, without credentials. */
  readonly signIn: string;
  readonly verdict: Verdict;
  /** The realm that people of this environment sign in to; null without a federated sign-in, or if its address is not known. */
  readonly realm: RealmClaim | null;
  /** The addresses in sso.yaml at which browsers or the client library reach a server. */
  readonly signInAddresses: readonly SignInAddress[];
  /** Every pair of a host and a network address that tier.hosts declares. */
  readonly addresses: readonly { readonly host: string; readonly address: string }[];
  /** The hosts that `tier.members` of the environment declares to belong to the tier of its sign-in host. */
  readonly members: readonly string[];
  /** The appenders of log4j2.xml for which the environment sets logging.deleteAfter, so that their old files are deleted. */
  readonly deleteAfter: readonly string[];
  /** The keys, with their files, that workstation.set declares as secrets. No output shows their values. */
  readonly secretKeys: readonly { readonly file: FileRole; readonly key: string }[];
}

/** The whole repository, for rules of scope `repository`. */
export interface RepositoryView extends SharedModel {
  /** The environments sorted by name, without those whose YAML cannot be read. */
  readonly environments: readonly EnvironmentSummary[];
  /** The names of all folders below environments/, also of environments whose YAML cannot be read. */
  readonly environmentNames: readonly string[];
  /** Today's date: YYYY-MM-DD, UTC. */
  readonly today: string;
}

/** Returns the keys that workstation.set of an environment declares as secrets, with the file of each. */
export function secretKeysOf({ workstation }: Environment): EnvironmentSummary["secretKeys"] {
  const keys: { file: FileRole; key: string }[] = [];
  for (const file of FILE_ROLES)
    for (const [key, { value }] of workstation.set[file]) if (value.type === "secret") keys.push({ file, key });
  return keys;
}

/**
 * Returns the environments with which an environment shares its tier on purpose (tier.sharedWith). An entry that is written in another
 * environment's YAML concerns that one's tier block, so it counts only if the whole block is inherited.
 */
function declaredShared({ tier, tierInherited, nameScalar, derivedFrom }: Environment): readonly string[] {
  const own = nameScalar.span.source.path;
  const declared = tier.sharedWith.filter(({ span }) => tierInherited || span.source.path === own);
  // the environment of a recording shares the tier of the environment that it records, except for addresses of its relays
  return [...declared, ...(derivedFrom ? [derivedFrom] : [])].map(({ text }) => text);
}

/** Returns the network addresses that tier.hosts declares, each with its host, as `normalAddress` spells them; other texts are left out. */
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

function signInText({ files, environment, release }: CompiledEnvironment): string {
  const key = addressKeys(release).find(({ role }) => role === "signIn");
  return (key && files[key.file]?.keys.get(key.key)?.decision.value) ?? environment.tier.signIn.text;
}

/** Returns the parts of a compiled environment that rules compare with those of other environments. */
export function summaryOf(compiled: CompiledEnvironment): EnvironmentSummary {
  const { environment } = compiled;
  return {
    name: environment.name,
    place: placeOf(environment.nameScalar.span),
    extends: environment.extends?.text ?? null,
    tierInherited: environment.tierInherited,
    sharedWith: declaredShared(environment),
    connector: environment.connector.text,
    profile: compiled.release?.profilePath ?? null,
    install: installFolder(compiled),
    claims: claimsOf(compiled, compiled.options),
    unproven: compiled.hosts.flatMap(({ host, verdict }) => (verdict === "not-proven" ? [host] : [])),
    hosts: Object.fromEntries(
      [...environment.tier.hosts.keys()].map((host) => [host, knownAddresses(host, environment, compiled.options)]),
    ),
    signIn: withoutCredentials(signInText(compiled)),
    verdict: compiled.verdict,
    realm: realmOf(compiled),
    signInAddresses: signInAddressesOf(compiled),
    addresses: addressesOf(environment),
    members: membersOf(compiled),
    deleteAfter: [...environment.logging.deleteAfter.keys()],
    secretKeys: secretKeysOf(environment),
  };
}
