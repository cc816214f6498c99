import {
  type Finding,
  type HeldFinding,
  type HostVerdict,
  type Place,
  SITE_PATH,
  SourceText,
  append,
} from "../../kernel/index.ts";
import type { CompiledEnvironment, RunOptions } from "../compile/compiled.ts";
import { compileEnvironment } from "../compile/compile.ts";
import { type EnvironmentSummary, secretKeysOf, summaryOf } from "../compile/summary.ts";
import { type LoadedEnvironment, type Neighbours, loadEnvironment } from "../load/environment.ts";
import type { LoadedShared } from "../load/shared.ts";
import { unreadReason } from "../load/unread-reason.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { PropertiesFile } from "../model/files.ts";
import { initializerInKit } from "./initializer-class.ts";
import { hidePlainSecrets, redact } from "./redact.ts";
import { compiledFindings, log4j2Findings, propertiesFindings, readFindings } from "./rules.ts";
import { type Suppression, commentsOf, entriesOf, placeKey, suppress } from "./suppress.ts";

/** The results of a `check` or `compile` for one environment. Plain data: it is sent between threads and stored in the cache. */
export interface EnvironmentResult {
  readonly name: string;
  readonly findings: readonly Finding[];
  /** Findings of the environment that a suppression hides, each with its suppression. */
  readonly held: readonly HeldFinding[];
  /** Input of the rules that compare environments; null if there is a reason in `unread`. */
  readonly summary: EnvironmentSummary | null;
  /** The reason why the environment has no summary, with the file that cannot be read; null if it has one. */
  readonly unread: string | null;
  readonly hosts: readonly HostVerdict[];
  /** Suppressions that no finding of this environment used; findings on base files or of other environments can still use them. */
  readonly open: readonly Suppression[];
  /**
   * Suppressions that other environments can inherit (`ignore:` entries, comments in files outside the environment's folder) and that a
   * finding of this environment used, as keys of `placeKey`.
   */
  readonly used: readonly string[];
}

export interface CheckContext {
  readonly files: SourceTree;
  readonly shared: LoadedShared;
  readonly neighbours: Neighbours;
  readonly options: RunOptions;
}

/** Returns a function that gives the text of the line at a place; '' if no source has the path of the place. */
function lineReader(sources: readonly SourceText[]): (place: Place) => string {
  return (place) => sources.find((source) => source.path === place.file)?.line(place.line) ?? "";
}

/** Redacts the values of keys that the environment declares as secrets, in findings on properties files. */
function redacted(found: readonly Finding[], loaded: LoadedEnvironment, files: SourceTree): readonly Finding[] {
  if (found.length === 0) return found;
  const keys = new Set(loaded.environment ? secretKeysOf(loaded.environment).map(({ key }) => key) : []);
  return keys.size === 0 ? found : redact(found, files, () => keys);
}

/**
 * Returns the sources outside the environment's folder from which it takes values: environment.yaml of the environment that it extends, and
 * site.yaml.
 */
function lentSources({ environment }: LoadedEnvironment, { shared, neighbours }: CheckContext): readonly SourceText[] {
  const parent = environment?.extends ? neighbours.document(environment.extends.text).source : null;
  return [parent, shared.sources.find(({ path }) => path === SITE_PATH)].filter((source) => source instanceof SourceText);
}

/** Returns the properties files below installed/, and the conf that `carryFrom` names if it is not one of them. */
function adopted({ installed, carryFrom }: LoadedEnvironment): readonly PropertiesFile[] {
  return carryFrom && !installed.some((file) => file.path === carryFrom.path) ? [...installed, carryFrom] : installed;
}

export interface CheckedEnvironment {
  readonly result: EnvironmentResult;
  readonly compiled: CompiledEnvironment | null;
  readonly loaded: LoadedEnvironment;
}

/** An environment before the rules run, with the reason why `compiled` is null (`EnvironmentResult.unread`). */
export type UncheckedEnvironment = Omit<CheckedEnvironment, "result"> & Pick<EnvironmentResult, "unread">;

/** Loads and compiles one environment without running the rules. Its `compiled` is null if the environment's YAML cannot be read. */
export function compiledEnvironment(name: string, context: CheckContext): UncheckedEnvironment {
  const { model } = context.shared;
  const loaded = loadEnvironment(context.files, name, model, context.neighbours);
  const compiled = compileEnvironment(loaded, model, context.options);
  if (!compiled) return { loaded, compiled, unread: unreadReason(loaded, model, context.neighbours) };
  return { loaded, compiled: { ...compiled, initializerInKit: initializerInKit(compiled, context.files) }, unread: null };
}

/** Loads, compiles and checks one environment. Rules that compare environments run later, on the `summary` of every environment. */
export function checkEnvironment(name: string, context: CheckContext): CheckedEnvironment {
  const { loaded, compiled, unread } = compiledEnvironment(name, context);
  const found = readFindings(loaded.problems, name);
  for (const file of adopted(loaded)) append(found, propertiesFindings(file, name));
  for (const file of loaded.installedLog4j2) append(found, log4j2Findings(file, name));
  if (compiled) append(found, compiledFindings(compiled, name));
  const own = [...loaded.sources.flatMap(commentsOf), ...(loaded.environment ? entriesOf(loaded.environment.ignore) : [])];
  const lent = lentSources(loaded, context);
  const files = new Set(found.map(({ at }) => at?.file));
  const foreign = new Set(lent.filter(({ path }) => files.has(path)).flatMap(commentsOf));
  const shown = hidePlainSecrets(redacted(found, loaded, context.files), compiled);
  const { findings, held, used } = suppress(shown, [...own, ...foreign], lineReader([...loaded.sources, ...lent]));
  return {
    loaded,
    compiled,
    result: {
      name,
      findings,
      held,
      summary: compiled && summaryOf(compiled),
      unread,
      hosts: compiled?.hosts ?? [],
      open: own.filter((suppression) => !used.has(suppression)),
      used: [...used].flatMap((one) => (foreign.has(one) || one.line === null ? [placeKey(one.place)] : [])),
    },
  };
}
