import { type Place, type Scalar, placeOf } from "../../kernel/index.ts";
import { type Address, mistypedPort, parseAddress, splitAddresses } from "../model/address.ts";
import { BUILT_IN_CONNECTOR, type ConnectorProfile } from "../model/connector-profile.ts";
import type { Environment } from "../model/environment.ts";
import type { FileRole } from "../model/files.ts";
import { type Release, writeOfPair } from "../model/release.ts";
import type { CompiledEnvironment, CompiledFile, Decision } from "./compiled.ts";
import { readTemplate } from "./names.ts";

export type AddressRole = "signIn" | "webClient" | "fileTransfer";

/** A key of the connector's or client library's properties file whose value is an address of the tier. */
export interface AddressKey {
  readonly file: FileRole;
  readonly key: string;
  readonly role: AddressRole;
  /** True if an earlier key with the same role decides the address, so that this key is a copy of it. */
  readonly second: boolean;
}

const ROLES: Readonly<Record<string, AddressRole>> = {
  "tier.signIn": "signIn",
  "tier.webClient": "webClient",
  "tier.fileTransfer": "fileTransfer",
};

const keysOfProfile = new WeakMap<ConnectorProfile, readonly AddressKey[]>();

/**
 * Returns the keys of a release's properties files whose values are addresses of the tier; of each role, the key that decides comes first.
 * Rules check the compiled value of these keys, whichever layer decides it.
 */
export function addressKeys(release: Pick<Release, "profile"> | null): readonly AddressKey[] {
  const profile = release?.profile ?? BUILT_IN_CONNECTOR;
  const known = keysOfProfile.get(profile);
  if (known) return known;
  const seen = new Set<AddressRole>();
  const keys = profile.writes.flatMap(({ file, key, value }): AddressKey[] => {
    const role = ROLES[value];
    if (role === undefined) return [];
    const second = seen.has(role);
    seen.add(role);
    return [{ file, key, role, second }];
  });
  keysOfProfile.set(profile, keys);
  return keys;
}

export interface TierAddress {
  readonly role: AddressRole;
  readonly file: FileRole;
  readonly key: string;
  /** The text of one address as compiled: one entry of a list of file servers; '' for an empty YAML leaf. */
  readonly text: string;
  /** The parsed address; null if the text is not an address. */
  readonly address: Address | null;
  readonly place: Place;
  readonly pointer: string | null;
  /** The layer that decides the address, for messages; '' for a field below `tier` in environment.yaml. */
  readonly layer: string;
  /** The YAML leaf with the text of the address, which a fix can change; null if the text is in no YAML leaf. */
  readonly leaf: Scalar | null;
}

/** The parts of a compiled environment that contain the tier's addresses. `files` has no entry for a file that the release lacks. */
export type AddressSource = Pick<CompiledEnvironment, "environment" | "release"> & {
  readonly files: Readonly<Partial<Record<FileRole, CompiledFile>>>;
};

function fieldLeaves({ tier }: Environment, role: AddressRole): readonly Scalar[] {
  if (role === "fileTransfer") return tier.fileTransfer;
  const leaf = tier[role];
  return leaf ? [leaf] : [];
}

const cut = (role: AddressRole, text: string): readonly string[] => {
  // a ';' or ',' where the ':' of a port belongs does not separate two addresses; tier/address-form reports it as mistyped
  const parts = role === "fileTransfer" && !mistypedPort(text) ? splitAddresses(text) : [text];
  return parts.length === 0 ? [""] : parts;
};

/** Returns true if a key's value comes only from the fields below `tier` whose YAML leaves are given. */
function fromField(decision: Decision, leaves: readonly Scalar[]): boolean {
  return (
    decision.layer === "write" &&
    decision.pointer !== null &&
    leaves.some((leaf) => leaf.pointer === decision.pointer) &&
    decision.value === leaves.map((leaf) => leaf.text).join(",")
  );
}

/** The place that an address comes from, in the YAML, a base file or an installed file, with its layer. */
type Origin = Pick<TierAddress, "place" | "pointer" | "layer" | "leaf">;

/** Returns the addresses in a key's value: one for each file server in a list, otherwise one. */
const addressesIn = (
  value: string,
  { file, key, role }: AddressKey,
  { place, pointer, layer, leaf }: Origin,
): readonly TierAddress[] =>
  cut(role, value).map((text) => ({ role, file, key, text, address: parseAddress(text), place, pointer, layer, leaf }));

/**
 * Returns the addresses in the compiled value of one key, with their places. If the release lacks the key's file, the first key of each
 * role gives the addresses in the field of environment.yaml. Any other key without a compiled value gives none.
 */
function addressesOfKey(source: AddressSource, named: AddressKey): readonly TierAddress[] {
  const { files, environment, release } = source;
  const { file, key, role, second } = named;
  const leaves = fieldLeaves(environment, role);
  const decision = files[file]?.keys.get(key)?.decision;
  if (!decision && (files[file] || second)) return [];
  if (!decision || fromField(decision, leaves)) {
    return leaves.flatMap((leaf) => {
      const { text, span, pointer } = leaf;
      return addressesIn(text, named, { place: placeOf(span), pointer, layer: "", leaf });
    });
  }
  const write = release && writeOfPair(release, file, key);
  // a write with an unreadable placeholder has no address to check; conf/write-set reports it
  if (decision.secret || !decision.place || (write && readTemplate(write.value.text).fault !== null)) return [];
  const { place, pointer, layer, value } = decision;
  return addressesIn(value, named, { place, pointer, layer, leaf: null });
}

/** The tier's addresses in one environment: those of sign-in and file transfer, and all of them. */
interface AddressesOf {
  readonly source: AddressSource;
  readonly signIn: readonly TierAddress[];
  readonly fileTransfer: readonly TierAddress[];
  readonly all: readonly TierAddress[];
}

let last: AddressesOf | null = null;

/**
 * Returns the tier's addresses in one environment. Many rules and the host verdicts need them one after another, so the last result is
 * cached; the cache entry is used only if all inputs are identical objects.
 */
function addressesOf(source: AddressSource): AddressesOf {
  const { environment, release, files } = source;
  const known = last?.source;
  if (last && known?.environment === environment && known.release === release && known.files === files) return last;
  const keys = addressKeys(release);
  const found = keys.map((key) => addressesOfKey(source, key));
  const ofRole = (role: AddressRole) => found.filter((_, i) => keys[i]?.role === role);
  const seen = new Set<string>();
  const all = found.flat().filter(({ role, text, place }) => {
    const same = `${role}\n${text}\n${place.file}:${place.line}:${place.column}`;
    if (seen.has(same)) return false;
    seen.add(same);
    return true;
  });
  const [signIn = []] = ofRole("signIn");
  const fileTransfer = ofRole("fileTransfer")
    .flat()
    .filter(({ text }) => text !== "");
  last = { source: { environment, release, files }, signIn, fileTransfer, all };
  return last;
}

/** Returns every compiled address of the tier. An address that one field decides for two keys is returned once. */
export const tierAddresses = (source: AddressSource): readonly TierAddress[] => addressesOf(source).all;

/** Returns the compiled address at which the tool signs in, or null if there is none. */
export const signInOf = (source: AddressSource): TierAddress | null => addressesOf(source).signIn[0] ?? null;

/** Returns the compiled addresses of the file servers to which the tool sends model files, one for each entry of the list. */
export const fileTransferOf = (source: AddressSource): readonly TierAddress[] => addressesOf(source).fileTransfer;
