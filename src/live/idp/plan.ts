import type { Admin } from "./admin.ts";
import { type Change, difference, type Left } from "./changes.ts";
import { type Seen, seenOf } from "./evidence.ts";
import { documentDigest, fingerprintOf, wantedDigest } from "./fingerprint.ts";
import { CONTROL, type Kind, type Read, readRecord } from "../../kernel/index.ts";
import { readLive } from "./read-live.ts";
import type { LiveRealm, Wanted } from "./state.ts";

export const PLAN_SCHEMA = "tierwright/idp-plan/v1";

/** A saved plan (docs/formats.md): the state of the realm, and the changes to make in it. It contains no secret. */
export interface IdpPlan {
  readonly schema: typeof PLAN_SCHEMA;
  readonly environment: string;
  readonly realm: string;
  readonly against: { readonly issuer: string | null; readonly fingerprint: string };
  /** The digest of the resources that sso.yaml requests. */
  readonly wanted: string;
  readonly changes: readonly Change[];
  readonly notCompared: readonly Left[];
  /** The state of the realm from which the fingerprint was made, so that a message can name the fields that changed after the plan. */
  readonly seen: Seen;
  /** The digest of all other fields of the plan, by which a plan that was edited after it was saved is recognised and refused. */
  readonly digest: string;
}

/** A plan with the changes and the live realm that it was made from. */
export interface Planned {
  readonly plan: IdpPlan;
  /** The plan's changes with the values of the identity provider, from which nothing is redacted. */
  readonly changes: readonly Change[];
  readonly live: LiveRealm;
}

/** Returns a change with the secrets that this command has read redacted, because a value in the live realm can contain one by accident. */
function shown(admin: Admin, change: Change): Change {
  const hide = (value: Change["before"]) => (typeof value === "string" ? admin.session.secrets.hide(value) : value);
  return { ...change, before: hide(change.before) };
}

/** Reads the live realm, compares it with the wanted resources, and returns the plan. */
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
 * The record kind of a saved plan, for src/kernel/records/read.ts. `fault` compares only the digest, which reveals that a plan was edited:
 * a plan names no file or address that would have to be refused.
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

/** Reads a saved plan, with or without the byte order mark that an editor adds. */
export const readPlan = (bytes: Uint8Array): Read<IdpPlan> =>
  readRecord(IDP_PLAN, MARK.every((byte, i) => bytes[i] === byte) ? bytes.subarray(MARK.length) : bytes, null);
