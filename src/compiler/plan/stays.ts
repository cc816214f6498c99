import { withoutCredentials } from "../model/address.ts";
import type { Change, ConnectorChange, Stays, TierMove } from "./plan.ts";
import type { CompiledSide } from "./side.ts";
import { addressesBefore, addressOf, placeOfAddress } from "./tier-move.ts";

function halves(tier: TierMove, after: CompiledSide): readonly Stays[] {
  const [signIn, files] = [addressOf(after, "signIn"), addressOf(after, "fileTransfer")];
  const stays: Stays[] = [];
  if (files && tier.moves === "sign-in") {
    const why = `only the sign-in moves; files still go to ${tier.fileTransfer.after.join(", ")}`;
    stays.push({ what: files.key, why });
  }
  if (signIn && tier.moves === "file-transfer") {
    stays.push({ what: signIn.key, why: `only file transfer moves; the tool still signs in at ${tier.signIn.after}` });
  }
  return stays;
}

/**
 * Returns the web client's address if it stays although the tier moves, because the web client belongs to the tier as well. Returns an
 * empty list if the address moves or is missing.
 */
function webClient(before: CompiledSide, after: CompiledSide): readonly Stays[] {
  const now = addressOf(after, "webClient");
  const old = addressOf(before, "webClient", addressesBefore(before, after));
  if (!old?.value || !now?.value || placeOfAddress(old.value) !== placeOfAddress(now.value)) return [];
  return [{ what: now.key, why: `the web client stays at ${withoutCredentials(now.value)}` }];
}

function ofConnector(before: CompiledSide, after: CompiledSide, { kit, carry, ...names }: ConnectorChange): readonly Stays[] {
  const stays: Stays[] = [];
  const { tierRelease } = after;
  if (names.before !== names.after && tierRelease !== null && tierRelease === before.tierRelease) {
    stays.push({ what: "tier.release", why: `still ${tierRelease}: is that intended?` });
  }
  const kept = kit && carry ? kit.swap.otherDefault.filter((key) => carry.carried.includes(key)) : [];
  for (const key of kept) {
    const decided = after.files.find(({ role }) => role === "connector")?.keys?.get(key)?.layer === "carried";
    if (decided) stays.push({ what: key, why: "keeps the previously installed value; the new kit's default is not applied" });
  }
  return stays;
}

/** Returns the settings that stay although a reader could expect the change to affect them, each with the reason. */
export function staysOf(
  before: CompiledSide,
  after: CompiledSide,
  changes: readonly Change[],
  { tier, connector }: { readonly tier: TierMove | null; readonly connector: ConnectorChange | null },
): readonly Stays[] {
  const conf = after.files.find(({ role }) => role === "connector")?.path;
  const kept = changes.filter(
    ({ file, key, kind }) => file === conf && kind === "set" && key !== null && after.keep.includes(key),
  );
  return [
    ...(tier ? halves(tier, after) : []),
    ...(tier && tier.moves !== "file-transfer" ? webClient(before, after) : []),
    ...(connector ? ofConnector(before, after, connector) : []),
    ...kept.map(({ key }) => ({
      what: key ?? "",
      why: "a deploy keeps the workstation's value (workstation.keep); the new one applies only where there is none",
    })),
  ];
}
