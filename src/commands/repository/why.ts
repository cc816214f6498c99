import { jsonDocument } from "../../report/json-document.ts";
import { emittedLines } from "../../artifacts/emitted-lines.ts";
import type { CompiledEnvironment, CompiledKey, Decision } from "../../compile/compiled.ts";
import { loadShared } from "../../load/shared.ts";
import { routeOf } from "../../compile/sso-route.ts";
import { listChangesText } from "../../diagnostic/list-changes.ts";
import { didYouMean, nearest } from "../../diagnostic/nearest.ts";
import { wrongUse } from "../../diagnostic/refusal.ts";
import { layersAt } from "../../load/layers.ts";
import { NL, styleFor, visible } from "../../report/style.ts";
import { checkEnvironment } from "../../run/check-environment.ts";
import { placeOf } from "../../source/tree.ts";
import type { Command, ExitCode, Invocation } from "../command.ts";
import { neighboursOf } from "../neighbours.ts";
import { openRepository, selectEnvironments } from "../open-repository.ts";

export const command: Command = {
  name: "why",
  summary: "where a compiled value comes from: YAML line, layer, write, file line, and what it overrode",
  arguments: [
    { name: "ENV", summary: "an environment" },
    { name: "KEY", summary: "a key of the compiled files, or FILE/KEY (connector/TRANSPORT) where both files have it" },
  ],
  options: [],
  formats: ["text", "json"],
  examples: [
    {
      command: "why production BOOTSTRAP_URLS",
      does: "shows the YAML line that decides where model files go, and the vendor's value that it replaces",
    },
    { command: "why production client/TRANSPORT", does: "the same for one of two files" },
  ],
  run: runWhy,
};

interface Step {
  readonly layer: string;
  readonly value: string | null;
  readonly secret: boolean;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

interface Answer extends Step {
  readonly environment: string;
  readonly role: string;
  readonly key: string;
  readonly decides: string | null;
  readonly compiled: { readonly file: string; readonly line: number } | null;
  readonly consequence: string | null;
  /** What it overrode, highest precedence first: YAML layers of the same field, then the layers of the key. */
  readonly overrode: readonly Step[];
}

const LAYER_WORDS: Readonly<Record<Decision["layer"], string>> = {
  kit: "the kit's own default; nothing decides it",
  carried: "the conf installed before: its value is carried over",
  workstation: "a workstation field of the environment",
  set: "workstation.set of the environment",
  write: "the environment's write table",
};

function stepOf(decision: Decision): Step {
  const { layer, value, secret, place } = decision;
  return {
    layer,
    value: secret ? null : value,
    secret: secret !== null,
    file: place?.file ?? null,
    line: place?.line ?? null,
    column: place?.column ?? null,
  };
}

/** The same field in lower YAML layers, which the winning layer hides. */
function hiddenLayers(compiled: CompiledEnvironment, decision: Decision): readonly Step[] {
  if (decision.pointer === null || (decision.layer !== "workstation" && decision.layer !== "write" && decision.layer !== "set"))
    return [];
  return layersAt(compiled.environment.layers, decision.pointer)
    .slice(1)
    .map(({ layer, value }) => {
      const place = placeOf(value.span);
      return {
        layer: layer.name,
        value: value.type === "scalar" ? value.text : null,
        secret: false,
        file: place.file,
        line: place.line,
        column: place.column,
      };
    });
}

function consequenceOf(compiled: CompiledEnvironment, key: CompiledKey): string | null {
  if (key.key === "USE_JCEF_BROWSER") {
    return /^true$/i.test(key.decision.value)
      ? "the embedded panel uses the Chromium in the kit; where its libraries cannot load (UnsatisfiedLinkError for chrome_elf) the panel stays blank, and false is the way out"
      : "the embedded panel uses the web view of the operating system, not the Chromium in the kit";
  }
  if (key.key === "TC_SSO_SESSION_FLAG")
    return "nothing: the selection of the single sign-on route reads the login address alone";
  if (key.key !== "TC_SSO_LOGIN_URL") return null;
  const route = routeOf(compiled);
  return `${route.because}${route.needs ? `; needs ${route.needs}` : ""}`;
}

function answers(compiled: CompiledEnvironment, wanted: string): readonly Answer[] {
  const [role, name] = /^(connector|client|logger)\//.test(wanted)
    ? [wanted.slice(0, wanted.indexOf("/")), wanted.slice(wanted.indexOf("/") + 1)]
    : [null, wanted];
  return Object.values(compiled.files).flatMap((file) => {
    const key = file.keys.get(name);
    if (!key || (role !== null && role !== file.role)) return [];
    const { decision } = key;
    return [
      {
        environment: compiled.environment.name,
        role: file.role,
        key: name,
        ...stepOf(decision),
        decides: decision.decides,
        compiled: emittedLines(compiled, file.role).get(name) ?? null,
        consequence: consequenceOf(compiled, key),
        overrode: [
          ...hiddenLayers(compiled, decision),
          ...[...key.overrode]
            .reverse()
            .map(stepOf)
            .map((step) => (decision.secret ? { ...step, value: null, secret: true } : step)),
        ],
      },
    ];
  });
}

/** `than`: the value that overrides it; of two long lists the elements that differ are shown. */
function stepText(step: Step, than: string | null = null): string {
  const elements = step.secret || step.value === than ? null : listChangesText(than, step.value, "above it is");
  const whole = step.secret ? "(a secret)" : step.value === null ? "" : `'${visible(step.value)}'`;
  const value = elements === null ? whole : visible(elements);
  return `${step.file ? `${step.file}:${step.line}:${step.column}` : "a stated default"}  ${value}`;
}

function answerText(answer: Answer, color: boolean): string {
  const style = styleFor(color);
  const value = answer.secret ? "(a secret)" : `'${visible(answer.value ?? "")}'`;
  const rows: [string, string][] = [
    ["decided by", LAYER_WORDS[answer.layer as Decision["layer"]]],
    ["stands in", stepText(answer).replace(/ {2}.*$/s, "")],
    ...(answer.decides ? [["decides", answer.decides] as [string, string]] : []),
    ...(answer.consequence ? [["effect", answer.consequence] as [string, string]] : []),
    ...(answer.compiled ? [["goes to", `${answer.compiled.file}:${answer.compiled.line}`] as [string, string]] : []),
    ...answer.overrode.map((step, i): [string, string] => [
      i === 0 ? "overrides" : "",
      `${step.layer.padEnd(12)} ${stepText(step, answer.secret ? null : answer.value)}`,
    ]),
  ];
  return [
    `${style.bold(`${answer.role}/${answer.key}`)} = ${value}`,
    ...rows.map(([name, text]) => `  ${style.dim(name.padEnd(11))}${text}`),
  ].join(NL);
}

/** `why ENV KEY`: for keys that nothing decides, too. */
async function runWhy(invocation: Invocation): Promise<ExitCode> {
  const [environment = "", wanted = ""] = invocation.args;
  const { files, names } = openRepository(invocation.directory);
  const [name = ""] = selectEnvironments([environment], names);
  const options = { today: invocation.today, requireProof: false, hostsFile: null, resolved: null };
  const { compiled } = checkEnvironment(name, {
    files,
    shared: loadShared(files),
    neighbours: neighboursOf(files, names),
    options,
  });
  if (!compiled || Object.keys(compiled.files).length === 0) {
    throw wrongUse(`environment '${name}' cannot be read well enough to answer`, `\`tierwright check ${name}\` says why`);
  }
  const found = answers(compiled, wanted);
  if (found.length === 0) {
    const keys = Object.values(compiled.files).flatMap((file) => [...file.keys.keys()]);
    const near = nearest(wanted.replace(/^(connector|client|logger)\//, ""), keys);
    const old = compiled.carryOver?.dropped.includes(wanted)
      ? `; the conf installed before has it, and release ${compiled.environment.connector.text} does not`
      : "";
    throw wrongUse(
      `no compiled file of '${name}' has the key '${wanted}'${old || didYouMean(wanted, near ? [near] : [])}`,
      `${keys.length} keys are compiled; \`tierwright properties list FILE\` shows those of a file`,
    );
  }
  const { stdout } = invocation.host;
  if (invocation.format === "json") stdout.write(jsonDocument({ schema: "tierwright/why/v1", answers: found }));
  else stdout.write(`${found.map((answer) => answerText(answer, stdout.color)).join(NL + NL)}${NL}`);
  return 0;
}
