import { emittedLines } from "../artifacts/emitted-lines.ts";
import type { CompiledEnvironment, CompiledKey, Decision } from "../compile/compiled.ts";
import { type LoggingEdit, editLog4j2, log4j2Edits, log4j2Value } from "../compile/log4j2-edits.ts";
import { routeOf } from "../compile/sso-route.ts";
import { layersAt } from "../load/layers.ts";
import { type Log4j2Document, type Place, carriesSecret, isRefusal, mayBeSecret, placeOf } from "../../kernel/index.ts";

/** The layer that decides a compiled value: a layer of a key's decision, or `logging` for a value of log4j2.xml. */
type Layer = Decision["layer"] | "logging";

/**
 * A value that one layer gives a key, with its place. `value` is null for a secret and for a list or map; `file` is null for a value
 * without a place.
 */
export interface Step {
  readonly layer: string;
  readonly value: string | null;
  readonly secret: boolean;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** The decision on a compiled key, or on a value of log4j2.xml (role `log4j2`), and the values that it overrode. */
export interface Answer extends Step {
  readonly environment: string;
  readonly role: string;
  readonly key: string;
  readonly decides: string | null;
  readonly compiled: { readonly file: string; readonly line: number } | null;
  readonly consequence: string | null;
  /** Overridden values, highest precedence first: those of YAML layers, then those of other layers of the key. */
  readonly overrode: readonly Step[];
}

function stepOf(layer: string, value: string | null, place: Place | null, hidden: boolean): Step {
  const { file = null, line = null, column = null } = place ?? {};
  return { layer, value: hidden ? null : value, secret: hidden, file, line, column };
}

const decided = ({ layer, value, place }: Decision, hidden: boolean): Step => stepOf(layer, value, place, hidden);

/** Returns the values of a field in the YAML layers that the deciding layer overrides; none for a key that no field of the YAML decides. */
function hiddenLayers(
  compiled: CompiledEnvironment,
  { pointer, layer }: { readonly pointer: string | null; readonly layer: Layer },
  hidden: boolean,
): readonly Step[] {
  if (pointer === null || layer === "kit" || layer === "carried") return [];
  return layersAt(compiled.environment.layers, pointer)
    .slice(1)
    .map(({ layer: lower, value }) =>
      stepOf(lower.name, value.type === "scalar" ? value.text : null, placeOf(value.span), hidden),
    );
}

/** Returns the log4j2.xml that a compile would write; null if the base file refuses an edit. */
function editedLog4j2({ environment }: CompiledEnvironment, base: Log4j2Document): Log4j2Document | null {
  try {
    return editLog4j2(environment, base);
  } catch (error) {
    if (isRefusal(error, 1)) return null;
    throw error;
  }
}

/**
 * Returns the decision on each value of log4j2.xml that a field of `logging` sets.
 * @param wanted The field (`logging.triggers`, `triggers`), with or without the name of an appender or logger after it.
 */
function log4j2Answers(compiled: CompiledEnvironment, wanted: string): readonly Answer[] {
  const { environment, release } = compiled;
  const base = release?.base.log4j2;
  if (!base) return [];
  const edited = editedLog4j2(compiled, base.document);
  const isWanted = ({ field }: LoggingEdit) => [wanted, `logging.${wanted}`].some((path) => `${field}.`.startsWith(`${path}.`));
  return log4j2Edits(environment)
    .filter(isWanted)
    .flatMap((edit) => {
      const before = log4j2Value(base.document, edit);
      const after = edited && log4j2Value(edited, edit);
      const key = (after ?? before)?.key;
      if (key === undefined) return [];
      const { text, span, pointer } = edit.value;
      const hidden = carriesSecret(text) || carriesSecret(before?.value ?? "");
      const at = before && before.start >= 0 ? base.document.placeOf(base.path, before.start, before.start) : null;
      return [
        {
          environment: environment.name,
          role: "log4j2",
          key,
          ...stepOf("logging", text, placeOf(span), hidden),
          decides: edit.field,
          compiled: after && {
            file: `dist/${environment.name}/client/log4j2.xml`,
            line: edited.positionOf(after.start).line,
          },
          consequence: null,
          overrode: [
            ...hiddenLayers(compiled, { pointer, layer: "logging" }, hidden),
            ...(before ? [stepOf("kit", before.value, at, hidden)] : []),
          ],
        },
      ];
    });
}

/** Returns true if any layer refers to a secret or has a value that can be one; then no layer's value is shown. */
function isSecret(compiled: CompiledEnvironment, { key, decision, overrode }: CompiledKey): boolean {
  const decisions = [decision, ...overrode];
  const layers = decision.pointer === null ? [] : layersAt(compiled.environment.layers, decision.pointer);
  return (
    decisions.some(({ secret, value }) => secret !== null || mayBeSecret(key, value)) ||
    layers.some(({ value }) => value.type === "scalar" && mayBeSecret(key, value.text))
  );
}

function consequenceOf(compiled: CompiledEnvironment, key: CompiledKey): string | null {
  if (key.file === "connector" && compiled.environment.workstation.keep.some(({ text }) => text === key.key))
    return "a deploy keeps the workstation's own value (workstation.keep); this one applies only where there is none";
  if (key.key === "USE_JCEF_BROWSER") {
    return /^true$/i.test(key.decision.value)
      ? "the embedded panel uses the Chromium in the kit; if its libraries cannot load (UnsatisfiedLinkError for chrome_elf), the panel stays blank: set false then"
      : "the embedded panel uses the web view of the operating system, not the Chromium in the kit";
  }
  if (key.key === "TC_SSO_SESSION_FLAG") return "none: only the login address selects the single sign-on route";
  if (key.key !== "TC_SSO_LOGIN_URL") return null;
  const route = routeOf(compiled);
  if (route.needs === null) return route.because;
  const untested = route.initializer === "configured" ? "" : "; this route is untested";
  return `${route.because}; needs ${route.needs}${untested}`;
}

/**
 * Returns the decision on a key in each compiled file that has it; without such a file, on the values of log4j2.xml that a field sets.
 * @param wanted The key, or FILE/KEY with FILE `connector`, `client` or `logger` for one file alone, or a field of `logging`.
 */
export function answers(compiled: CompiledEnvironment, wanted: string): readonly Answer[] {
  const keys = keyAnswers(compiled, wanted);
  return keys.length > 0 ? keys : log4j2Answers(compiled, wanted);
}

function keyAnswers(compiled: CompiledEnvironment, wanted: string): readonly Answer[] {
  const [role, name] = /^(connector|client|logger)\//.test(wanted)
    ? [wanted.slice(0, wanted.indexOf("/")), wanted.slice(wanted.indexOf("/") + 1)]
    : [null, wanted];
  return Object.values(compiled.files).flatMap((file) => {
    const key = file.keys.get(name);
    if (!key || (role !== null && role !== file.role)) return [];
    const { decision } = key;
    const hidden = isSecret(compiled, key);
    return [
      {
        environment: compiled.environment.name,
        role: file.role,
        key: name,
        ...decided(decision, hidden),
        decides: decision.decides,
        compiled: emittedLines(compiled, file.role).get(name) ?? null,
        consequence: consequenceOf(compiled, key),
        overrode: [
          ...hiddenLayers(compiled, decision, hidden),
          ...[...key.overrode].reverse().map((lower) => decided(lower, hidden)),
        ],
      },
    ];
  });
}

/** Descriptions of the layers that decide a compiled value. */
export const LAYER_WORDS: Readonly<Record<Layer, string>> = {
  kit: "the kit's default; nothing overrides it",
  carried: "the previously installed conf, whose value is carried over",
  workstation: "a workstation field of the environment",
  set: "workstation.set of the environment",
  write: "the environment's write table",
  logging: "a logging field of the environment",
};
