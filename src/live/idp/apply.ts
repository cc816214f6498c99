import { append, listTexts, name, plain, say } from "../../kernel/index.ts";
import type { Admin } from "./admin.ts";
import { broughtBy, needsPrune } from "./along.ts";
import { type Change, type Field, isStored, type Left } from "./changes.ts";
import { NoAccess } from "./fault.ts";
import { KINDS } from "./kinds/all.ts";
import type { ReadBack } from "./kinds/kind.ts";
import { byThing, isWhole } from "./read-live.ts";
import { partOf, roleFor } from "./rights.ts";
import { isList, isSecretValue, keyOf, type Resource, RESOURCES, sameValue, type Value, type Wanted } from "./state.ts";
import { IdpFault, NoAnswer } from "./transport.ts";

/** The result of making one change of a plan in the realm. */
export interface Done extends Field {
  /**
   * `stored`: the identity provider returns the value with the same bytes. `differs`: it accepted the value but returns another. `failed`:
   * it refused the value or did not answer.
   */
  readonly outcome: "stored" | "differs" | "failed";
  /** The value that the identity provider has after the change; null if it is absent, secret or unknown. */
  readonly readBack: Value | readonly string[] | null;
  readonly says: string | null;
  /** The instruction for the user after a failed change; null if there is none. */
  readonly help: string | null;
}

/** The progress after one resource of a plan: its changes were made, failed or were left out. */
export interface Step {
  readonly number: number;
  readonly total: number;
  readonly thing: Pick<Field, "resource" | "id">;
  readonly done: readonly Done[];
}

/** An observer of `applyChanges`, which makes the changes of a plan in the identity provider. */
export interface Watch {
  /**
   * Called before the first change is sent.
   * @param now returns the result of every change of the plan as if the command ended at this moment.
   */
  begins(now: () => Applied): void;
  tried(step: Step): void;
}

/** A field that the identity provider added to a written resource although it was not sent. */
export interface AddedField extends Field {
  /** The value of the added field; null for a list or map, and for a field whose name can belong to a secret. */
  readonly value: Value | null;
  /** True if the identity provider adds the field to every resource of the kind that is written. */
  readonly usual: boolean;
}

export interface Applied {
  readonly done: readonly Done[];
  readonly added: readonly AddedField[];
  readonly notDone: readonly Left[];
}

const of = ({ resource, id, field }: Field): Field => ({ resource, id, field });

const UNDER_WAY = "interrupted while it was being written: whether it was stored is not known";
const INTERRUPTED = "interrupted before its turn";

const KEPT = "nothing is removed without --prune";

/**
 * HTTP statuses after which every further change would fail, too. After a 403 that reveals a missing role, only the changes that need the
 * role are left out.
 */
const HOPELESS = new Set([401, 403, 429, 503]);

type Thing = ReturnType<typeof byThing>[number];

/** Attributes that the identity provider adds to every realm whose settings are written. */
const WITH_EVERY_REALM = new Set([
  "attributes.clientOfflineSessionIdleTimeout",
  "attributes.clientOfflineSessionMaxLifespan",
  "attributes.clientSessionIdleTimeout",
  "attributes.clientSessionMaxLifespan",
  "attributes.organizationsEnabled",
  "attributes.scimApiEnabled",
]);

/** The path of each kind of resource below the realm, as far as it decides which role a change of the resource needs. */
const PATHS: Readonly<Record<Resource, readonly string[]>> = {
  realm: [],
  userProfile: ["users", "profile"],
  scope: ["client-scopes"],
  client: ["clients"],
  mapper: ["clients"],
  group: ["groups"],
  user: ["users"],
};

const partOfKind = (resource: Resource): string => partOf(roleFor("PUT", PATHS[resource]));

/**
 * Returns why a change is not made without --prune: the change is a removal, or the identity provider would delete something because of it.
 */
function whyKept(change: Change, changes: readonly Change[]): string {
  const gone = broughtBy(change, changes);
  if (gone.length === 0) return KEPT;
  const told = gone.map(({ field, before }) => say`${name(field)} ${name(String(before))}`);
  return plain(say`the server would delete ${listTexts(told)} along with it, and ${name(KEPT)}`);
}

/**
 * One execution of a plan: it sends the changes to the identity provider and reads every changed resource back. After a change that fails
 * for a missing role, the other changes that need the role are left out; if the identity provider does not answer any more, all remaining
 * changes are left out.
 */
class Run {
  readonly done: Done[] = [];
  readonly notDone: Left[] = [];
  readonly added: AddedField[] = [];
  /** The reason why no further change of the plan is made; null while changes are made. */
  stopped: string | null = null;
  /** The roles that the administrator turned out to lack, by the part of the realm (such as `users`) that each role gives access to. */
  readonly #lacking = new Map<string, string>();

  /** @param held the planned changes that are left out, for lack of --prune. */
  constructor(
    private readonly admin: Admin,
    private readonly wanted: ReadonlyMap<string, Wanted>,
    private readonly held: readonly Change[],
  ) {}

  async thing(first: Change, changes: readonly Change[]): Promise<void> {
    const role = this.#lacking.get(partOfKind(first.resource));
    const why = this.stopped ?? (role === undefined ? null : `it needs the same right that is lacking above, ${role}`);
    if (why !== null) return this.#leave(changes, why);
    try {
      if (isWhole(first)) await this.#remove(first);
      else await this.#write(first, changes);
    } catch (error) {
      this.#failed(changes, error);
    }
  }

  /**
   * Returns the result of every change of the plan as if the command ended now. The changes of a resource that is being written count as
   * failed, because it is unknown whether they were stored.
   */
  cut([current, ...rest]: readonly Thing[], kept: readonly Left[]): Applied {
    const told = new Set(this.done.map((one) => `${keyOf(one)} ${one.field}`));
    const open = (current?.[1] ?? []).filter((one) => this.stopped === null && !told.has(`${keyOf(one)} ${one.field}`));
    const failed = open.map((one): Done => ({ ...of(one), outcome: "failed", readBack: null, says: UNDER_WAY, help: null }));
    const left = (this.stopped === null ? rest : [current, ...rest]).flatMap((thing) => thing?.[1] ?? []);
    const notDone = left.map((one) => ({ ...of(one), why: this.stopped ?? INTERRUPTED }));
    return { done: [...this.done, ...failed], added: this.added, notDone: [...this.notDone, ...notDone, ...kept] };
  }

  #leave(changes: readonly Change[], why: string): void {
    append(
      this.notDone,
      changes.map((change) => ({ ...of(change), why })),
    );
  }

  #failed(changes: readonly Change[], error: unknown): void {
    const lost = error instanceof NoAnswer;
    if (!lost && !(error instanceof IdpFault)) throw error;
    const says = lost ? `${error.says}: whether it was stored is not known` : error.says;
    const { help } = error;
    const told = new Set(this.done.map((one) => `${keyOf(one)} ${one.field}`));
    for (const change of changes.filter((one) => !told.has(`${keyOf(one)} ${one.field}`)))
      this.done.push({ ...of(change), outcome: "failed", readBack: null, says: this.admin.session.secrets.hide(says), help });
    const role = error instanceof NoAccess ? error.role : null;
    if (lost) this.stopped = "the identity provider did not answer any more";
    else if (changes.every(({ resource, kind }) => resource === "realm" && kind === "add"))
      this.stopped = "the realm could not be made, and everything else is in it";
    else if (role !== null) this.#lacking.set(partOf(role), role);
    else if (HOPELESS.has(error.status)) this.stopped = `the identity provider answered ${error.status}, and would do so again`;
  }

  async #write({ resource, id }: Change, changes: readonly Change[]): Promise<void> {
    const kind = KINDS[resource];
    const wanted = this.wanted.get(keyOf({ resource, id }));
    if (!wanted) throw new IdpFault(0, "it is in the plan and not in sso.yaml");
    const written = await kind.write(this.admin, wanted, changes);
    const read = await kind.readBack(this.admin, wanted, written);
    for (const change of changes) this.#judge(change, wanted, read);
    this.#others(wanted, changes, read);
    for (const { field, value } of read.added ?? []) {
      const shown = typeof value === "string" ? this.admin.session.secrets.hide(value) : value;
      this.added.push({ resource, id, field, value: shown, usual: resource === "realm" && WITH_EVERY_REALM.has(field) });
    }
  }

  #judge(change: Change, wanted: Wanted, { item }: ReadBack): void {
    const stored = isStored(change, wanted.fields.get(change.field), item);
    const readBack = this.#shown(item?.fields.get(change.field));
    const says = stored
      ? null
      : item === null
        ? "the server took it and has nothing of it"
        : "the server took it and has something else";
    this.done.push({ ...of(change), outcome: stored ? "stored" : "differs", readBack, says, help: null });
  }

  /**
   * Adds a result for each field of a written resource that changed although no change of it was planned: the identity provider replaces
   * the resource's whole document, and can drop or alter fields.
   */
  #others(wanted: Wanted, changes: readonly Change[], { item, lost }: ReadBack): void {
    const touched = new Set(changes.map(({ field }) => field));
    const base = { resource: wanted.resource, id: wanted.id };
    const says = "it was not to change, and the write changed it";
    const planned = new Map(
      this.held.filter((one) => one.kind === "set" && keyOf(one) === keyOf(wanted)).map((one) => [one.field, one.before]),
    );
    for (const [field, fresh] of wanted.fields) {
      const held = planned.get(field) ?? fresh;
      if (touched.has(field) || !item || isList(held) || (typeof held === "object" && !isSecretValue(held))) continue;
      const now = item.fields.get(field);
      if (!sameValue(now, held))
        this.done.push({ ...base, field, outcome: "differs", readBack: this.#shown(now), says, help: null });
    }
    for (const field of lost.filter((name) => !wanted.fields.has(name)))
      this.done.push({ ...base, field, outcome: "differs", readBack: null, says, help: null });
  }

  async #remove(change: Change): Promise<void> {
    const kind = KINDS[change.resource];
    await kind.remove?.(this.admin, change.id);
    const left = (await kind.stray?.(this.admin, change.id)) ?? null;
    const outcome = left === null ? "stored" : "differs";
    const says = left === null ? null : "the server took the removal and still has it";
    const readBack = left === null ? null : this.#shown(change.before ?? undefined);
    this.done.push({ ...of(change), outcome, readBack, says, help: null });
  }

  #shown(held: unknown): Done["readBack"] {
    const { secrets } = this.admin.session;
    if (typeof held === "string") return secrets.hide(held);
    if (Array.isArray(held)) return held.map((one) => secrets.hide(String(one)));
    return typeof held === "number" || typeof held === "boolean" ? held : null;
  }
}

/**
 * Makes the changes of a plan that has just been compared with the realm; without `prune`, removals are left out. Running `idp apply` again
 * is safe, because a new plan does not contain the changes that are stored.
 */
export async function applyChanges(
  admin: Admin,
  wanted: readonly Wanted[],
  changes: readonly Change[],
  prune: boolean,
  watch: Watch | null = null,
): Promise<Applied> {
  const kept = new Set(prune ? [] : changes.filter((change) => needsPrune(change, changes)));
  const run = new Run(admin, new Map(wanted.map((one) => [keyOf(one), one])), [...kept]);
  const ours = changes.filter((change) => !kept.has(change));
  const things = RESOURCES.flatMap((resource) => byThing(ours.filter((change) => change.resource === resource)));
  const left = [...kept].map((change) => ({ ...of(change), why: whyKept(change, changes) }));
  let tried = 0;
  watch?.begins(() => run.cut(things.slice(tried), left));
  for (const [first, all] of things) {
    const before = run.done.length;
    await run.thing(first, all);
    tried++;
    watch?.tried({ number: tried, total: things.length, thing: first, done: run.done.slice(before) });
  }
  return { done: run.done, added: run.added, notDone: [...run.notDone, ...left] };
}
