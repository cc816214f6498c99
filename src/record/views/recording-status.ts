import { plural } from "../../kernel/index.ts";
import { withoutCredentials } from "../../compiler/index.ts";
import { isLeftBehind, type RecordingStatus } from "../recording/status.ts";
import { sentence, stepOf } from "../recording/steps.ts";
import { type Look, stepLines } from "./recording.ts";
import { NL, inLine, sizeText, styleFor, wrap } from "../../report/index.ts";

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString().replace(/\.\d+Z$/, "Z"));

/** Returns the JSON document of `record status`: tierwright/recording-status/v1 (docs/formats.md). */
export function statusDocument(status: RecordingStatus) {
  const { counts, record, workstation } = status;
  const [started = null] = (workstation?.started ?? []).filter((at) => at !== null).sort((a, b) => a - b);
  return {
    schema: "tierwright/recording-status/v1",
    store: status.store,
    id: status.id,
    state: status.state,
    environment: status.environment,
    relays: status.relays,
    exchanges: counts?.exchanges ?? null,
    broken: counts?.broken ?? null,
    bytes: counts?.bytes ?? null,
    connections: counts?.connections ?? null,
    agents: counts?.agents ?? null,
    signIns: counts?.signIns ?? null,
    warnings: counts?.warnings ?? null,
    workstation: workstation && {
      state: workstation.state,
      switchedAt: iso(workstation.switchedAt),
      toolStarted: iso(started),
      leads: workstation.leads.map(({ file, key, path, address, recording }) => ({
        file,
        key,
        path,
        address: withoutCredentials(address),
        recording: recording?.record.id ?? null,
      })),
    },
    bundle: record?.bundle ?? null,
    fault: status.fault,
    leftBehind: isLeftBehind(status),
    others: status.others,
    says: status.says,
    next: status.next.map(sentence),
  };
}

const STATES = {
  running: "running",
  stopped: "stopped",
  killed: "ended without `record stop`",
  none: "",
  unknown: "not stopped, according to its events",
} as const;

const SWITCH = {
  there: "its files lead to the relays",
  back: "its files lead to the tier",
  partial: "some of its addresses lead to the relays, others do not: the capture is incomplete",
  elsewhere: "its files lead to neither the relays nor the tier",
  unknown: "its files were not found on this machine",
} as const;

type StatusDocument = ReturnType<typeof statusDocument>;

function countLines({ connections, bytes, agents, signIns, exchanges: total }: StatusDocument): readonly string[] {
  if (!agents || !bytes || !signIns) return [];
  const who = agents.map(({ agent, exchanges }) => `${agent ?? "without a name"} (${plural(exchanges, "exchange")})`).join(", ");
  return [
    `  ${plural(connections ?? 0, "connection")}, ${sizeText(bytes.toTier)} to the tier, ${sizeText(bytes.toClient)} to the client`,
    ...(total === 0 ? [] : [`  clients: ${inLine(who)}; sign-ins: ${signIns.xml} × XML, ${signIns.json} × JSON`]),
  ];
}

/** Returns the text form of `record status`, made from its JSON document. */
export function statusText(document: StatusDocument, { color, width }: Look): string {
  const style = styleFor(color);
  const { store, id, state, environment, relays, exchanges, warnings, workstation, fault, leftBehind, others, says, next } =
    document;
  if (state === "none") return `${wrap(`${inLine(says)} (${inLine(store)})`, width, "  ")}${NL}`;
  const warn = (words: string): string => style.warning(`  ${words}`);
  const lines = [
    `${style.bold(inLine(id ?? ""))}${environment === null ? "" : ` of ${inLine(environment)}`}: ${STATES[state]}`,
    exchanges === 0 ? warn(inLine(says)) : `  ${inLine(says)}`,
    ...countLines(document),
    ...(warnings ?? []).map((words) => warn(`warning: ${inLine(words)}`)),
    ...relays.map(({ role, listen, to }) => `  ${inLine(role)}: ${inLine(listen)} forwards to ${inLine(to)}`),
    ...(fault === null
      ? []
      : [warn(`recording.json is not a file that \`record start\` writes: ${inLine(fault)}; it is ignored`)]),
    ...(workstation ? [`  this workstation: ${SWITCH[workstation.state]}`] : []),
    ...(leftBehind
      ? [style.error("  this workstation still points at a relay that no longer runs: the tool cannot connect")]
      : []),
    ...(others.length > 0 ? [`  also running: ${inLine(others.join(", "))}`] : []),
  ].map((line) => wrap(line, width, "    "));
  return `${[...lines, ...next.flatMap((step) => stepLines("  next: ", stepOf(step), width))].join(NL)}${NL}`;
}
