import type { Environment, SetValue } from "../model/environment.ts";
import { FILE_ROLES, type FileRole, type PropertiesFile } from "../model/files.ts";
import { FIELD_KEYS } from "../model/known-keys.ts";
import type { Release } from "../model/release.ts";
import { placeholderOf } from "../model/secret.ts";
import { type Site, importWorkingDirKey } from "../model/site.ts";
import { type Scalar, must, placeOf } from "../../kernel/index.ts";
import type { CarryOver, CompiledFile, CompiledKey, Decision } from "./compiled.ts";
import { fillNames } from "./names.ts";

/** The decisions of all layers above the kit for one file, by key, lowest layer first. */
type Pile = Map<string, Decision[]>;

function put(pile: Pile, key: string, decision: Decision): void {
  const decisions = pile.get(key);
  if (decisions) decisions.push(decision);
  else pile.set(key, [decision]);
}

function fromLeaf(layer: Decision["layer"], leaf: Scalar, value: string, decides: string | null): Decision {
  return { layer, value, secret: null, raw: null, place: placeOf(leaf.span), pointer: leaf.pointer, decides };
}

function linePlace(file: PropertiesFile, start: number, end: number) {
  return file.source.placeOf(start, end);
}

/** A field of an environment that decides one key of one file. */
export interface KeyField {
  readonly file: FileRole;
  readonly key: string;
  readonly field: string;
  leaf(env: Environment): Scalar | null;
  /** Returns the value that `key` gets for the text of the field in environment.yaml. */
  value(text: string): string;
}

const fieldsOfSite = new WeakMap<Site, Map<Release | null, readonly KeyField[]>>();

/**
 * Returns the fields below `workstation` and `logging` in environment.yaml that decide a key, each with that key (docs/formats.md). They
 * are cached, because they are equal for all environments of a release.
 */
export function keyFields(site: Site, release: Release | null): readonly KeyField[] {
  const known = fieldsOfSite.get(site) ?? new Map<Release | null, readonly KeyField[]>();
  const fields = known.get(release) ?? madeFields(site, release);
  fieldsOfSite.set(site, known.set(release, fields));
  return fields;
}

const LEAVES: Readonly<Record<string, KeyField["leaf"]>> = {
  "workstation.licenseServer": (env) => env.workstation.licenseServer,
  "workstation.stagingDir": (env) => env.workstation.stagingDir,
  "workstation.importWorkingDir": (env) => env.workstation.importWorkingDir,
  "workstation.embeddedBrowser": (env) => env.workstation.embeddedBrowser,
  "logging.payload.enabled": (env) => env.logging.payload.enabled,
  "logging.payload.dir": (env) => env.logging.payload.dir,
};

function madeFields(site: Site, release: Release | null): readonly KeyField[] {
  // if a write of a connector profile has a field as its value, the field does not also decide the built-in connector's key
  const fed = new Set(release?.profilePath ? release.profile?.writes.map((write) => write.value) : []);
  return FIELD_KEYS.filter(({ field }) => !fed.has(field)).map(({ file, key, field }) => ({
    file,
    key: key.startsWith("*") ? importWorkingDirKey(site, release) : key,
    field,
    leaf: must(LEAVES[field], "the leaf of a field"),
    // 'bundled' is the Chromium in the kit (key value true), 'system' the web view of the operating system (false)
    value: field === "workstation.embeddedBrowser" ? (text) => String(text === "bundled") : (text) => text,
  }));
}

/** Returns the fields that an environment sets, with the key and value that each one decides. */
export function fieldKeys(
  env: Environment,
  site: Site,
  release: Release | null,
): readonly { file: FileRole; key: string; leaf: Scalar; value: string; field: string }[] {
  const given: { file: FileRole; key: string; leaf: Scalar; value: string; field: string }[] = [];
  for (const { file, key, field, leaf: leafOf, value } of keyFields(site, release)) {
    const leaf = leafOf(env);
    if (leaf) given.push({ file, key, leaf, value: value(leaf.text), field });
  }
  return given;
}

type Keys = ReadonlyMap<string, CompiledKey>;

const kitKeys = new WeakMap<PropertiesFile, Keys>();

/**
 * Returns every key of a base file with the kit's decision. The map is cached, because it is equal for all environments of a release, and
 * most keys of each of them come from it.
 */
function keysOfKit(role: FileRole, base: PropertiesFile): Keys {
  const known = kitKeys.get(base);
  if (known) return known;
  const keys = new Map<string, CompiledKey>();
  for (const [key, entry] of base.document.load().map) {
    const decision: Decision = {
      layer: "kit",
      value: entry.value,
      secret: null,
      raw: null,
      place: linePlace(base, entry.keyStart, Math.max(entry.valueEnd, entry.keyEnd)),
      pointer: null,
      decides: null,
    };
    keys.set(key, { file: role, key, decision, overrode: [] });
  }
  kitKeys.set(base, keys);
  return keys;
}

/** Adds a decision with the old value and spelling for every key that the kit and the previously installed conf both have. */
function carry(kit: Keys, pile: Pile, from: PropertiesFile): CarryOver {
  const old = from.document.load().map;
  const carried: string[] = [];
  for (const [key, entry] of old) {
    if (!kit.has(key)) continue;
    carried.push(key);
    put(pile, key, {
      layer: "carried",
      value: entry.value,
      secret: null,
      raw: from.document.text.slice(entry.valueStart, entry.valueEnd),
      place: linePlace(from, entry.keyStart, Math.max(entry.valueEnd, entry.keyEnd)),
      pointer: null,
      decides: null,
    });
  }
  return {
    from,
    carried: carried.sort(),
    added: [...kit.keys()].filter((key) => !old.has(key)).sort(),
    dropped: [...old.keys()].filter((key) => !kit.has(key)).sort(),
  };
}

function setDecision(value: SetValue): Decision {
  if (value.type === "scalar") return fromLeaf("set", value, value.text, null);
  return {
    layer: "set",
    value: placeholderOf(value),
    secret: value,
    raw: null,
    place: placeOf(value.span),
    pointer: value.pointer,
    decides: null,
  };
}

/** Returns the compiled file of a role (such as `connector`) with the given keys. */
export function compiledFile(role: FileRole, base: PropertiesFile, keys: Keys): CompiledFile {
  const decided: CompiledKey[] = [];
  for (const key of keys.values()) if (key.decision.layer !== "kit") decided.push(key);
  return { role, base, keys, decided };
}

/** Returns the kit's keys with the decisions of the other layers. Keys of the kit keep their order; keys that the kit lacks come last. */
function compileFile(role: FileRole, base: PropertiesFile, kit: Keys, pile: Pile): CompiledFile {
  const keys = new Map(kit);
  for (const [key, others] of pile) {
    const first = kit.get(key);
    const decisions = first ? [first.decision, ...others] : others;
    const decision = must(decisions.at(-1), "the decision of the highest layer");
    keys.set(key, { file: role, key, decision, overrode: decisions.slice(0, -1) });
  }
  return compiledFile(role, base, keys);
}

export interface Decided {
  readonly files: Readonly<Partial<Record<FileRole, CompiledFile>>>;
  readonly carryOver: CarryOver | null;
}

/**
 * Decides every key of every properties file; of two layers the later one wins: base file, carried, workstation fields, workstation.set,
 * writes (docs/formats.md). Leaves out a file without a base file in the release; findings report a write or field for such a file.
 */
export function decide(env: Environment, site: Site, release: Release, carryFrom: PropertiesFile | null): Decided {
  const files: Partial<Record<FileRole, CompiledFile>> = {};
  const fields = fieldKeys(env, site, release);
  let carryOver: CarryOver | null = null;
  for (const role of FILE_ROLES) {
    const base = release.base[role];
    if (!base) continue;
    const kit = keysOfKit(role, base);
    const pile: Pile = new Map();
    if (role === "connector" && carryFrom) carryOver = carry(kit, pile, carryFrom);
    for (const field of fields) {
      if (field.file === role) put(pile, field.key, fromLeaf("workstation", field.leaf, field.value, field.field));
    }
    for (const [key, { value }] of env.workstation.set[role]) put(pile, key, setDecision(value));
    for (const write of release.writes) {
      if (write.file !== role) continue;
      const { text, leaf } = fillNames(write.value.text, env);
      put(pile, write.key, fromLeaf("write", leaf ?? write.value, text, write.decides));
    }
    files[role] = compileFile(role, base, kit, pile);
  }
  return { files, carryOver };
}

/** Returns a key of a compiled file; undefined if the environment has no such file, or the file no such key. */
export function compiledKey(files: Decided["files"], role: FileRole, key: string): CompiledKey | undefined {
  return files[role]?.keys.get(key);
}
