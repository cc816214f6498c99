import type { Admin } from "./admin.ts";
import { type Change, difference, type Left } from "./changes.ts";
import { type Seen, seenOf } from "./evidence.ts";
import { documentDigest, fingerprintOf, wantedDigest } from "./fingerprint.ts";
import { CONTROL, type Kind, type Read, readRecord } from "../../kernel/index.ts";
import { readLive } from "./read-live.ts";
import type { LiveRealm, Wanted } from "./state.ts";

export const PLAN_SCHEMA = "tierwright/idp-plan/v1";

/** A saved plan (docs/formats.md): the realm's state, the changes to make, and no secret. */
export interface IdpPlan {
  readonly schema: typeof PLAN_SCHEMA;
  readonly environment: string;
  readonly realm: string;
  readonly against: { readonly issuer: string | null; readonly fingerprint: string };
  /** The digest of what sso.yaml requests. */
  readonly wanted: string;
  readonly changes: readonly Change[];
  readonly notCompared: readonly Left[];
  /** The evidence behind the fingerprint, so that a realm that changed later can be compared with it. */
  readonly seen: Seen;
  /** The digest of all fields above; a plan that was edited later is refused. */
  readonly digest: string;
}

/** A plan with the data it was computed from. */
export interface Planned {
  readonly plan: IdpPlan;
  /** The plan's changes with the server's values, not redacted. */
  readonly changes: readonly Change[];
  readonly live: LiveRealm;
}

/** Returns a change with known secrets redacted, because a value on the server can contain one by accident. */
function shown(admin: Admin, change: Change): Change {
  const hide = (value: Change["before"]) => (typeof value === "string" ? admin.session.secrets.hide(value) : value);
  return { ...change, before: hide(change.before) };
}

/** Compares the live realm with the wanted resources and returns the plan. */
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

/**
 * The record kind of a saved plan, for src/kernel/records/read.ts. Its digest only reveals a plan that was edited; the plan names no file and no
 * address that is connected to.
 */
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

/** Reads a saved plan, with or without the byte order mark of an editor. */
export const readPlan = (bytes: Uint8Array): Read<IdpPlan> =>
  readRecord(IDP_PLAN, MARK.every((byte, i) => bytes[i] === byte) ? bytes.subarray(MARK.length) : bytes, null);
