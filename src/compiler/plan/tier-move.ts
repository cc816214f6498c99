import type { HostVerdict } from "../../kernel/index.ts";
import type { AddressRole } from "../compile/addresses.ts";
import { effectivePort, isLoopback, parseAddress, splitAddresses, withoutCredentials } from "../model/address.ts";
import type { Change, LostHost, TierMove } from "./plan.ts";
import type { CompiledSide } from "./side.ts";

/**
 * Returns the first compiled key that holds an address of a role (sign-in, file transfer), with its value; null if no compiled key does.
 */
export function addressOf(
  side: CompiledSide,
  role: AddressRole,
  keys = side.addresses,
): { readonly key: string; readonly value: string } | null {
  for (const { file, key } of keys.filter((one) => one.role === role)) {
    const value = side.files.find((one) => one.role === file)?.keys?.get(key)?.value ?? null;
    if (value !== null) return { key, value };
  }
  return null;
}

/**
 * Returns the keys that hold addresses before the change. For an installation, these are the keys of the environment after the change,
 * because the connector profile of an installation is unknown.
 */
export const addressesBefore = (before: CompiledSide, after: CompiledSide): CompiledSide["addresses"] =>
  before.installed ? after.addresses : before.addresses;

/**
 * Returns host and port of an address; a text that is no address is returned unchanged. Two addresses with equal host and port lead to one
 * server.
 */
export function placeOfAddress(text: string): string {
  const address = parseAddress(text);
  return address ? `${address.host}:${effectivePort(address)}` : text;
}

const different = (a: readonly string[], b: readonly string[]): boolean =>
  [...new Set(a.map(placeOfAddress))].sort().join("\n") !== [...new Set(b.map(placeOfAddress))].sort().join("\n");

/**
 * Returns the sign-in and file-transfer addresses of an environment before or after the change, with credentials redacted; null if one is
 * missing.
 */
export function leadsOf(side: CompiledSide): { readonly signIn: string; readonly fileTransfer: readonly string[] } | null {
  const found = leads(side);
  return found && { signIn: withoutCredentials(found.signIn), fileTransfer: found.files.map(withoutCredentials) };
}

/** Returns the compiled sign-in and file-transfer addresses of an environment before or after the change; null if one is missing. */
function leads(side: CompiledSide, keys = side.addresses) {
  const [signIn, files] = [addressOf(side, "signIn", keys), addressOf(side, "fileTransfer", keys)];
  return signIn && files && { signIn: signIn.value, files: splitAddresses(files.value) };
}

/**
 * Returns which of sign-in and file transfer move to another host or port, with the addresses; null if neither moves or an address is
 * missing.
 */
export function tierMove(before: CompiledSide, after: CompiledSide): TierMove | null {
  const [old, now] = [leads(before, addressesBefore(before, after)), leads(after)];
  if (!old || !now) return null;
  const [signIn, files] = [different([old.signIn], [now.signIn]), different(old.files, now.files)];
  if (!signIn && !files) return null;
  return {
    moves: signIn && files ? "together" : signIn ? "sign-in" : "file-transfer",
    signIn: { before: withoutCredentials(old.signIn), after: withoutCredentials(now.signIn) },
    fileTransfer: { before: old.files.map(withoutCredentials), after: now.files.map(withoutCredentials) },
    hosts: after.hosts.map(({ host, verdict, evidence }) => ({ host, verdict, evidence })),
  };
}

/** Returns true if a value (a list of addresses) has an address of the given scheme on another machine than the workstation. */
const leadsOut = (value: string, scheme: string): boolean =>
  splitAddresses(value).some((text) => {
    const address = parseAddress(text);
    return address?.scheme === scheme && !isLoopback(address.host);
  });

/** Returns the keys with an address on another machine that changes from https to plain http. */
export const unencryptedKeys = (changes: readonly Change[]): readonly string[] => [
  ...new Set(
    changes.flatMap(({ key, before, after }) =>
      key !== null && leadsOut(before ?? "", "https") && !leadsOut(before ?? "", "http") && leadsOut(after ?? "", "http")
        ? [key]
        : [],
    ),
  ),
];

const isOfTier = ({ verdict }: HostVerdict): boolean => verdict === "same" || verdict === "member";

/**
 * Returns the file servers of the environment after the change that were proven to be in the sign-in tier before the change and no longer
 * are. They block a merge regardless of the findings, because model files can now go to the wrong tier.
 */
export function lostHosts(before: CompiledSide | undefined, after: CompiledSide | undefined): readonly LostHost[] {
  const was = new Map((before?.hosts ?? []).filter(isOfTier).map((judged) => [judged.host, judged.verdict]));
  const lost = new Map<string, LostHost>();
  for (const judged of after?.hosts ?? []) {
    const verdict = was.get(judged.host);
    if (verdict === undefined || isOfTier(judged)) continue;
    lost.set(judged.host, { host: judged.host, before: verdict, after: judged.verdict, evidence: judged.evidence });
  }
  return [...lost.values()];
}
