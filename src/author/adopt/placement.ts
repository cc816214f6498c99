import {
  type CompiledEnvironment,
  FILE_ROLES,
  type FileRole,
  type KeyField,
  type PropertiesFile,
  type Release,
  type Site,
  keyFields,
} from "../../compiler/index.ts";
import { type Place, unseenIn } from "../../kernel/index.ts";
import type { SetText } from "./document.ts";
import { placeOfEntry } from "./inverse.ts";
import { isSecret, repeats, secretsOf, variableFor } from "./secrets.ts";

export interface KeyOf {
  readonly file: FileRole;
  readonly key: string;
}

/** A key that needs no entry in `workstation.set`: a field of environment.yaml, the kit or the site's defaults (`by`) give its value. */
export interface Placed extends KeyOf {
  readonly by: string;
}

/** The result of placing every key of a workstation's files in the documents of an environment. */
export interface Placement {
  readonly placed: readonly Placed[];
  readonly set: Readonly<Record<FileRole, ReadonlyMap<string, SetText>>>;
  readonly secret: readonly (KeyOf & { readonly env: string })[];
  /** Values of `workstation.*` and `logging.payload.*` fields by path. */
  readonly fields: ReadonlyMap<string, string>;
  readonly faults: readonly PlacementFault[];
}

export interface PlacementFault extends KeyOf {
  readonly at: Place;
  readonly fault:
    | { readonly seen: "field"; readonly value: string; readonly field: string }
    | { readonly seen: "secret"; readonly field: string }
    | { readonly seen: "characters"; readonly character: string };
}

/** By environment.yaml field that accepts only certain texts: the text of the field for each value of the connector's key. */
const FIELD_TEXT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "workstation.embeddedBrowser": { true: "bundled", false: "system" },
  "logging.payload.enabled": { true: "true", false: "false" },
};

const fieldText = (field: string, value: string): string | null => {
  const choices = FIELD_TEXT[field];
  return choices ? (Object.hasOwn(choices, value) ? (choices[value] ?? null) : null) : value;
};

/** The most characters of a key that is written to environment.yaml: YAML limits a key without a `?` mark to 1,024 (YAML 1.2.2, 7.4.2). */
const LONGEST_KEY = 1_000;

const unwritable = (key: string, value: string): string | null =>
  key.length > LONGEST_KEY ? `a name of ${key.length} characters` : (unseenIn(key) ?? unseenIn(value));

export interface PlacementInput {
  readonly environment: string;
  readonly files: Readonly<Partial<Record<FileRole, PropertiesFile>>>;
  /** Keys of the connector's conf file of which each workstation keeps its own value; the environment has the kit's value for them. */
  readonly leave: ReadonlySet<string>;
  readonly site: Site;
  readonly release: Release;
  /**
   * The environment compiled before any key is placed, so that it has only values of the kit and of the site's defaults. Null if nothing
   * was compiled; then keys are compared with the kit's values.
   */
  readonly inherited: CompiledEnvironment | null;
}

/** Places each key of the adopted files so that compiling reproduces its value, with few entries and without a secret in the repository. */
export function place({ environment, files, leave, site, release, inherited }: PlacementInput): Placement {
  const placed: Placed[] = [];
  const secret: (KeyOf & { env: string })[] = [];
  const faults: PlacementFault[] = [];
  const fields = new Map<string, string>();
  const set = { connector: new Map<string, SetText>(), client: new Map<string, SetText>(), logger: new Map<string, SetText>() };
  const taken = new Set<string>();
  const known = keyFields(site, release);
  const passwords = FILE_ROLES.flatMap((role) => secretsIn(files[role]));
  for (const role of FILE_ROLES) {
    const file = files[role];
    for (const [key, entry] of file?.document.load().map ?? []) {
      const { value } = entry;
      const of: KeyOf = { file: role, key };
      if (!file || (role === "connector" && leave.has(key))) continue;
      const fault = (found: PlacementFault["fault"]) => faults.push({ ...of, at: placeOfEntry(file, entry), fault: found });
      const write = release.writes.find((item) => item.file === role && item.key === key);
      const hides = isSecret(key, value) || repeats(value, passwords);
      if (write) {
        const field = /\{\{\s*([\w.]+)\s*\}\}/.exec(write.value.text)?.[1] ?? "the write table";
        if (hides) fault({ seen: "secret", field });
        else placed.push({ ...of, by: field === "tier.isTccs" ? "tier.transport" : field });
        continue;
      }
      const now = inherited?.files[role]?.keys.get(key)?.decision;
      if (!inherited && release.base[role]?.document.load().map.get(key)?.value === value) continue;
      if (now && now.secret === null && now.value === value && (now.layer === "kit" || !hides)) {
        placed.push({ ...of, by: now.layer === "kit" ? "kit" : "defaults" });
        continue;
      }
      const character = unwritable(key, hides ? "" : value);
      const field = known.find((item) => item.file === role && item.key === key);
      if (character !== null) fault({ seen: "characters", character });
      else if (field) placeField(field, value, hides, now?.layer === "workstation");
      else if (hides) {
        const env = variableFor(environment, key, taken);
        set[role].set(key, { env });
        secret.push({ ...of, env });
      } else set[role].set(key, value);

      function placeField({ field: name }: KeyField, text: string, hidden: boolean, given: boolean): void {
        const said = fieldText(name, text);
        if (hidden) fault({ seen: "secret", field: name });
        else if (said !== null) {
          fields.set(name, said);
          placed.push({ ...of, by: name });
        } else if (given) fault({ seen: "field", value: text, field: name });
        else set[role].set(key, text);
      }
    }
  }
  return { placed, set, secret, fields, faults };
}

/** Returns every secret value in a properties file, to find it in other files, too; empty without a file. */
export const secretsIn = (file: PropertiesFile | undefined): readonly string[] =>
  [...(file?.document.load().map ?? [])].flatMap(([key, { value }]) => secretsOf(key, value));
