import type { Admin } from "./admin.ts";
import { type Change, difference, type Left } from "./changes.ts";
import { type Seen, seenOf } from "./evidence.ts";
import { documentDigest, fingerprintOf, wantedDigest } from "./fingerprint.ts";
import { CONTROL, type Kind, type Read, readRecord } from "../../kernel/index.ts";
import { readLive } from "./read-live.ts";
import type { LiveRealm, Wanted } from "./state.ts";

export const PLAN_SCHEMA = "tierwright/idp-plan/v1";

/** A plan as it is saved (docs/formats.md): what a realm is, what it is to be, and nothing that is secret. */
export interface IdpPlan {
  readonly schema: typeof PLAN_SCHEMA;
  readonly environment: string;
  readonly realm: string;
  readonly against: { readonly issuer: string | null; readonly fingerprint: string };
  /** What of sso.yaml it was made from. */
  readonly wanted: string;
  readonly changes: readonly Change[];
  readonly notCompared: readonly Left[];
  /** What the fingerprint is made from, so that a realm that has moved can be compared with it. */
  readonly seen: Seen;
  /** Of all the fields above: a plan that was changed afterwards is none. */
  readonly digest: string;
}

/** A plan with what it was made from. */
export interface Planned {
  readonly plan: IdpPlan;
  /** The plan's changes with every value as it is at the server. */
  readonly changes: readonly Change[];
  readonly live: LiveRealm;
}

/** What the server wrote may hold a secret by accident; it is shown to nobody. */
function shown(admin: Admin, change: Change): Change {
  const hide = (value: Change["before"]) => (typeof value === "string" ? admin.session.secrets.hide(value) : value);
  return { ...change, before: hide(change.before) };
}

/** Compares the live realm with what is wanted. */
export async function planRealm(admin: Admin, environment: string, wanted: readonly Wanted[]): Promise<Planned> {
  const live = await readLive(admin, wanted);
  const { changes, notCompared } = difference(wanted, live);
  const told = {
    schema: PLAN_SCHEMA,
    environment,
    realm: admin.realm,
    against: { issuer: live.issuer, fingerprint: fingerprintOf(live) },
    wanted: wantedDigest(wanted),
    changes: changes.map((change) => shown(admin, change)),
    notCompared,
    seen: seenOf(live.evidence, (text) => admin.session.secrets.hide(text)),
  } as const;
  return { plan: { ...told, digest: documentDigest(told) }, changes, live };
}

/** A saved plan, as src/kernel/records/read.ts judges it: its digest shows a plan that was changed alone, and it names no file and no address that is asked. */
export const IDP_PLAN: Kind<IdpPlan, null> = {
  schema: "idpPlan",
  largest: 1 << 26,
  free: new Set(["changes", "notCompared", "seen"]),
  refused: CONTROL,
  fault({ digest, ...told }) {
    return digest === documentDigest(told) ? null : "was changed after it was saved";
  },
};

const MARK = [0xef, 0xbb, 0xbf];

/** Reads a saved plan. An editor's byte order mark in front changes nothing of it. */
export const readPlan = (bytes: Uint8Array): Read<IdpPlan> =>
  readRecord(IDP_PLAN, MARK.every((byte, i) => bytes[i] === byte) ? bytes.subarray(MARK.length) : bytes, null);
