import type { Artifact, ArtifactContext, EmittedFile } from "../artifacts/artifact.ts";
import { installedFiles } from "../artifacts/installed.ts";
import { ARTIFACTS } from "../artifacts/registry.generated.ts";
import { addressKeys } from "../compile/addresses.ts";
import type { CompiledEnvironment, CompiledFile, Decision } from "../compile/compiled.ts";
import { compiledFile } from "../compile/decide.ts";
import { log4j2Edits } from "../compile/log4j2-edits.ts";
import {
  type Place,
  PropertiesDocument,
  SITE_PATH,
  type Template,
  TemplateError,
  type Verdict,
  isRefusal,
  mayBeSecret,
  placeOf,
} from "../../kernel/index.ts";
import type { Environment } from "../model/environment.ts";
import { typedValues } from "../sso/panel.ts";
import type { CauseLayer, CompiledSide, SideFile, SideKey, Silenced, TrustedHost } from "./side.ts";

/**
 * Returns the layer of the YAML file that a place is in; `own`, the layer of the decision, if the place is in no environment.yaml and not
 * in site.yaml.
 */
function layerOf(place: Place | null, { path }: Environment, own: CauseLayer): CauseLayer {
  if (place?.file === path) return "environment";
  if (place?.file === SITE_PATH) return "defaults";
  return place !== null && /^environments\/[^/]+\/environment\.yaml$/.test(place.file) ? "extends" : own;
}

/** Returns the source of a secret as text (variable, file or command), which is compared and never printed; null for other decisions. */
const referenceOf = ({ secret }: Decision): string | null => secret && JSON.stringify(secret.source);

function keysOf(file: CompiledFile, bytes: Buffer, environment: Environment): ReadonlyMap<string, SideKey> {
  const entries = PropertiesDocument.parse(bytes).load().map;
  return new Map(
    [...file.keys.values()].map(({ key, decision }): [string, SideKey] => {
      const { value, place, layer, decides } = decision;
      const secret = decision.secret !== null || mayBeSecret(key, value);
      const raw = entries.get(key)?.raw ?? "";
      const found = { place, layer: layerOf(place, environment, layer), decides };
      return [key, { key, value, raw, secret, reference: referenceOf(decision), ...found }];
    }),
  );
}

/**
 * Returns a compatibility verdict without its results, to compile notes that do not depend on them; a plan compares verdicts separately.
 */
const settledVerdict = (verdict: Verdict): Verdict => ({
  ...verdict,
  matrix: null,
  reason: null,
  means: null,
  tierRange: null,
  exception: null,
});

/**
 * Returns an environment with every value on line 1 of its file and without the results of its verdict, so that line numbers and verdict do
 * not change its notes.
 */
function settled(compiled: CompiledEnvironment): CompiledEnvironment {
  const first = (decision: Decision): Decision =>
    decision.place ? { ...decision, place: { ...decision.place, line: 1, column: 1, endLine: 1, endColumn: 1 } } : decision;
  const files = Object.fromEntries(
    Object.values(compiled.files).map(({ role, base, keys }) => {
      const settledKeys = [...keys].map(([name, key]) => [name, { ...key, decision: first(key.decision) }] as const);
      return [role, compiledFile(role, base, new Map(settledKeys))];
    }),
  );
  return { ...compiled, files, verdict: settledVerdict(compiled.verdict) };
}

function causesOf(artifact: Artifact, { environment }: CompiledEnvironment): SideFile["causes"] {
  if (artifact.name !== "client-log4j2") return [];
  return log4j2Edits(environment).map(({ kind, name, value }) => {
    const place = placeOf(value.span);
    return { says: JSON.stringify([kind, name, value.text]), place, layer: layerOf(place, environment, "workstation") };
  });
}

function fileOf(artifact: Artifact, emitted: EmittedFile, compiled: CompiledEnvironment, context: ArtifactContext): SideFile {
  const { path, purpose, bytes } = emitted;
  const model = artifact.role && compiled.files[artifact.role];
  const text = bytes.toString(model ? "latin1" : "utf8");
  const hasLines = purpose === "note" || artifact.namesLines;
  const note = hasLines ? artifact.produce(settled(compiled), { ...context, settled: true })?.bytes.toString("utf8") : undefined;
  return {
    path,
    purpose,
    role: artifact.role ?? null,
    partial: false,
    keys: model ? keysOf(model, bytes, compiled.environment) : null,
    text,
    settled: note ?? text,
    causes: causesOf(artifact, compiled),
  };
}

/**
 * Returns the compiled files of an environment with the message of the first artifact that cannot be produced (otherwise null). The proof
 * step of an artifact runs in `compile` only.
 */
function filesOf(compiled: CompiledEnvironment, context: ArtifactContext): { files: readonly SideFile[]; fault: string | null } {
  const files: SideFile[] = [];
  let fault: string | null = null;
  for (const artifact of ARTIFACTS) {
    try {
      const emitted = artifact.produce(compiled, context);
      if (emitted) files.push(fileOf(artifact, emitted, compiled, context));
    } catch (error) {
      if (!isRefusal(error, 1) && !(error instanceof TemplateError)) throw error;
      fault ??= `${artifact.title} cannot be compiled: ${error.message}`;
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), fault };
}

function trustOf({ tier }: Environment): readonly TrustedHost[] {
  const members = [...tier.members].flatMap(([memberOf, { hosts }]) =>
    hosts.map(({ text, span }) => ({ host: text.toLowerCase(), memberOf, addresses: "", place: placeOf(span) })),
  );
  const hosts = [...tier.hosts].map(([host, { addresses, keySpan }]) => {
    const sorted = addresses.map(({ text }) => text.toLowerCase()).sort();
    return { host, memberOf: null, addresses: sorted.join(" "), place: placeOf(keySpan) };
  });
  return [...members, ...hosts];
}

function brokenBy({ release, environment }: CompiledEnvironment, files: readonly SideFile[]): string | null {
  if (!release) return `its connector release ${environment.connector.text} is not in this repository`;
  return files.some(({ keys }) => keys !== null) ? null : `release ${release.name} has no base files to compile from`;
}

/** Returns one compiled environment in the form that a plan compares. */
export function sideOf(
  name: string,
  compiled: CompiledEnvironment,
  templates: ReadonlyMap<string, Template>,
  silenced: readonly Silenced[],
): CompiledSide {
  const context = {
    version: "",
    template: (template: string) => templates.get(template) ?? null,
    installed: installedFiles(compiled),
  };
  const { files, fault } = filesOf(compiled, context);
  const { environment, carryOver, verdict, hosts } = compiled;
  return {
    ...NOTHING,
    name,
    verdict,
    connector: environment.connector.text,
    tierRelease: environment.tier.release.text,
    files,
    broken: brokenBy(compiled, files) ?? fault,
    carry: carryOver && {
      from: carryOver.from.path,
      carried: carryOver.carried,
      added: carryOver.added,
      dropped: carryOver.dropped,
    },
    hosts,
    addresses: addressKeys(compiled.release),
    keep: environment.workstation.keep.map(({ text }) => text),
    connectorPlace: placeOf(environment.connector.span),
    panel: compiled.signIn && typedValues(compiled.signIn),
    signInPlace: compiled.signIn && placeOf(compiled.signIn.signIn.span),
    silenced,
    trust: trustOf(environment),
  };
}

/** The installed or compiled state of an environment about which nothing is known. */
export const NOTHING: CompiledSide = {
  name: "",
  verdict: null,
  connector: "",
  tierRelease: null,
  files: [],
  broken: null,
  carry: null,
  hosts: [],
  addresses: [],
  keep: [],
  connectorPlace: null,
  panel: null,
  signInPlace: null,
  silenced: [],
  trust: null,
  installed: false,
  machines: [],
};
