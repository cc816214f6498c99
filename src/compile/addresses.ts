import type { Place } from "../diagnostic/place.ts";
import { mistypedPort, splitAddresses } from "../model/address.ts";
import type { Environment } from "../model/environment.ts";
import type { FileRole } from "../model/files.ts";
import { type Scalar, placeOf } from "../source/tree.ts";
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

/** The compiled value of one key with the places that it comes from; empty for a file that is not compiled. */
export function addressesOfKey(
  source: AddressSource,
  { file, key, role }: (typeof ADDRESS_KEYS)[number],
): readonly TierAddress[] {
  const { files, environment, release } = source;
  const leaves = fieldLeaves(environment, role);
  const decision = files[file]?.keys.get(key)?.decision;
  const second = key === "URL" || key === "AWC_WEBLOGIC_HOST_URI";
  if (!decision && (files[file] || second)) return [];
  if (!decision || fromField(decision, leaves)) {
    return leaves.flatMap((leaf) =>
      cut(role, leaf.text).map((text) => {
        return { role, file, key, text, place: placeOf(leaf.span), pointer: leaf.pointer, layer: "", leaf };
      }),
    );
  }
  const write = release?.writes.find((item) => item.file === file && item.key === key);
  // a placeholder that cannot be read is conf/write-set's to say: its text is not an address that somebody wrote
  if (decision.secret || !decision.place || (write && readTemplate(write.value.text).fault !== null)) return [];
  const { place, pointer, layer, value } = decision;
  return cut(role, value).map((text) => ({ role, file, key, text, place, pointer, layer, leaf: null }));
}

/** Every address of the tier as compiled; the second copy of an address that one field decides is left out. */
export function tierAddresses(source: AddressSource): readonly TierAddress[] {
  const seen = new Set<string>();
  return ADDRESS_KEYS.flatMap((key) => addressesOfKey(source, key)).filter(({ role, text, place }) => {
    const same = `${role}\n${text}\n${place.file}:${place.line}:${place.column}`;
    if (seen.has(same)) return false;
    seen.add(same);
    return true;
  });
}

/** Where the tool will sign in; null when nothing says so. */
export const signInOf = (source: AddressSource): TierAddress | null => addressesOfKey(source, ADDRESS_KEYS[0])[0] ?? null;

/** Where model files will go, entry by entry. */
export const fileTransferOf = (source: AddressSource): readonly TierAddress[] =>
  addressesOfKey(source, ADDRESS_KEYS[4]).filter(({ text }) => text !== "");
