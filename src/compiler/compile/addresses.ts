import { type Place, type Scalar, placeOf } from "../../kernel/index.ts";
import { type Address, mistypedPort, parseAddress, splitAddresses } from "../model/address.ts";
import type { Environment } from "../model/environment.ts";
import type { FileRole } from "../model/files.ts";
import { writeOfPair } from "../model/release.ts";
import type { CompiledEnvironment, CompiledFile, Decision } from "./compiled.ts";
import { readTemplate } from "./names.ts";

export type AddressRole = "signIn" | "webClient" | "fileTransfer";

/** The keys that name the tier, the one that decides first. What is judged is what these keys will hold, whoever decides it (B1). */
export const ADDRESS_KEYS = [
  { file: "connector", key: "TC_SERVER_URL", role: "signIn" },
  { file: "connector", key: "AWC_WEBLOGIC_HOST_URL", role: "webClient" },
  { file: "client", key: "URL", role: "signIn" },
  { file: "client", key: "AWC_WEBLOGIC_HOST_URI", role: "webClient" },
  { file: "client", key: "BOOTSTRAP_URLS", role: "fileTransfer" },
] as const satisfies readonly { file: FileRole; key: string; role: AddressRole }[];

export interface TierAddress {
  readonly role: AddressRole;
  readonly file: FileRole;
  readonly key: string;
  /** The compiled text; of a list of file servers one entry, '' when a leaf holds none. */
  readonly text: string;
  /** The same taken apart; null: it is no address. */
  readonly address: Address | null;
  readonly place: Place;
  readonly pointer: string | null;
  /** Who decides it, for a message: '' for the environment's own field. */
  readonly layer: string;
  /** The YAML leaf whose text this is, where a fix can be written. */
  readonly leaf: Scalar | null;
}

/** What an environment's addresses are read from; of a file that the release lacks nothing is compiled. */
export type AddressSource = Pick<CompiledEnvironment, "environment" | "release"> & {
  readonly files: Readonly<Partial<Record<FileRole, CompiledFile>>>;
};

function fieldLeaves({ tier }: Environment, role: AddressRole): readonly Scalar[] {
  if (role === "fileTransfer") return tier.fileTransfer;
  const leaf = tier[role];
  return leaf ? [leaf] : [];
}

const cut = (role: AddressRole, text: string): readonly string[] => {
  // a separator in the place of the port's colon belongs to the address, which is told as mistyped
  const parts = role === "fileTransfer" && !mistypedPort(text) ? splitAddresses(text) : [text];
  return parts.length === 0 ? [""] : parts;
};

/** True where the environment's own field decides the key, and nothing else has a part in its text. */
function fromField(decision: Decision, leaves: readonly Scalar[]): boolean {
  return (
    decision.layer === "write" &&
    decision.pointer !== null &&
    leaves.some((leaf) => leaf.pointer === decision.pointer) &&
    decision.value === leaves.map((leaf) => leaf.text).join(",")
  );
}

/** Where a text of a key comes from. */
type Origin = Pick<TierAddress, "place" | "pointer" | "layer" | "leaf">;

/** The addresses in one text of a key. */
const addressesIn = (
  value: string,
  { file, key, role }: (typeof ADDRESS_KEYS)[number],
  { place, pointer, layer, leaf }: Origin,
): readonly TierAddress[] =>
  cut(role, value).map((text) => ({ role, file, key, text, address: parseAddress(text), place, pointer, layer, leaf }));

/** The compiled value of one key with the places that it comes from; empty for a file that is not compiled. */
function addressesOfKey(source: AddressSource, named: (typeof ADDRESS_KEYS)[number]): readonly TierAddress[] {
  const { files, environment, release } = source;
  const { file, key, role } = named;
  const leaves = fieldLeaves(environment, role);
  const decision = files[file]?.keys.get(key)?.decision;
  const second = key === "URL" || key === "AWC_WEBLOGIC_HOST_URI";
  if (!decision && (files[file] || second)) return [];
  if (!decision || fromField(decision, leaves)) {
    return leaves.flatMap((leaf) => {
      const { text, span, pointer } = leaf;
      return addressesIn(text, named, { place: placeOf(span), pointer, layer: "", leaf });
    });
  }
  const write = release && writeOfPair(release, file, key);
  // a placeholder that cannot be read is conf/write-set's to say: its text is not an address that somebody wrote
  if (decision.secret || !decision.place || (write && readTemplate(write.value.text).fault !== null)) return [];
  const { place, pointer, layer, value } = decision;
  return addressesIn(value, named, { place, pointer, layer, leaf: null });
}

/** The addresses of one environment by the keys that name them. */
interface AddressesOf {
  readonly source: AddressSource;
  readonly signIn: readonly TierAddress[];
  readonly fileTransfer: readonly TierAddress[];
  readonly all: readonly TierAddress[];
}

let last: AddressesOf | null = null;

/**
 * Ten rules and the verdict on the hosts ask for the addresses of one environment, one after another: they are made once, which is 5 % of what
 * an environment adds to a check. Whatever the answer is made of has to be the same thing, not an equal one.
 */
function addressesOf(source: AddressSource): AddressesOf {
  const { environment, release, files } = source;
  const known = last?.source;
  if (last && known?.environment === environment && known.release === release && known.files === files) return last;
  const [signIn = [], ...others] = ADDRESS_KEYS.map((key) => addressesOfKey(source, key));
  const seen = new Set<string>();
  const all = [signIn, ...others].flat().filter(({ role, text, place }) => {
    const same = `${role}\n${text}\n${place.file}:${place.line}:${place.column}`;
    if (seen.has(same)) return false;
    seen.add(same);
    return true;
  });
  const fileTransfer = (others.at(-1) ?? []).filter(({ text }) => text !== "");
  last = { source: { environment, release, files }, signIn, fileTransfer, all };
  return last;
}

/** Every address of the tier as compiled; the second copy of an address that one field decides is left out. */
export const tierAddresses = (source: AddressSource): readonly TierAddress[] => addressesOf(source).all;

/** Where the tool will sign in; null when nothing says so. */
export const signInOf = (source: AddressSource): TierAddress | null => addressesOf(source).signIn[0] ?? null;

/** Where model files will go, entry by entry. */
export const fileTransferOf = (source: AddressSource): readonly TierAddress[] => addressesOf(source).fileTransfer;
