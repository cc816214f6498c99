import { greatest, plural } from "../../kernel/index.ts";
import { withoutCredentials } from "../../compiler/index.ts";
import { type Counts, isLeftBehind, type RecordingStatus } from "../recording/status.ts";
import { sentence } from "../recording/steps.ts";
import { stepLines } from "./recording-environment.ts";
import type { Look } from "./recording.ts";
import { sizeWords } from "./capture-words.ts";
import { NL, inLine, styleFor, wrap } from "../../report/index.ts";

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString().replace(/\.\d+Z$/, "Z"));

/** Returns the document of --format json. */
export function statusDocument(status: RecordingStatus): object {
  const { counts, record, workstation } = status;
  const started = workstation?.started.filter((at) => at !== null) ?? [];
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
      toolStarted:
        started.length > 0
          ? iso(
              -greatest(
                started.map((at) => -at),
                -Infinity,
              ),
            )
          : null,
      leads: workstation.leads.map(({ file, key, path, address, recording }) => ({
        file,
        key,
        path,
        address: withoutCredentials(address),
        recording: recording?.id ?? null,
      })),
    },
    bundle: record?.bundle ?? null,
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

function countLines({ connections, bytes, agents, signIns }: Counts, silent: boolean): readonly string[] {
  const who = agents.map(({ agent, exchanges }) => `${agent ?? "without a name"} (${plural(exchanges, "exchange")})`).join(", ");
  return [
    `  ${plural(connections, "connection")}, ${sizeWords(bytes.toTier)} to the tier, ${sizeWords(bytes.toClient)} to the client`,
    ...(silent ? [] : [`  clients: ${inLine(who)}; sign-ins: ${signIns.xml} × XML, ${signIns.json} × JSON`]),
  ];
}

/** Returns the status as text. */
export function statusText(status: RecordingStatus, { color, width }: Look): string {
  const style = styleFor(color);
  const { counts, workstation, state } = status;
  if (state === "none") return `${wrap(`${inLine(status.says)} (${inLine(status.store)})`, width, "  ")}${NL}`;
  const left = isLeftBehind(status);
  const silent = counts?.exchanges === 0;
  const lines = [
    `${style.bold(inLine(status.id ?? ""))}${status.environment === null ? "" : ` of ${inLine(status.environment)}`}: ${STATES[state]}`,
    silent ? style.warning(`  ${inLine(status.says)}`) : `  ${inLine(status.says)}`,
    ...(counts ? countLines(counts, silent) : []),
    ...(counts?.warnings ?? []).map((words) => style.warning(`  warning: ${inLine(words)}`)),
    ...status.relays.map(({ role, listen, to }) => `  ${inLine(role)}: ${inLine(listen)} forwards to ${inLine(to)}`),
    ...(status.fault === null
      ? []
      : [style.warning(`  recording.json is not a file that \`record start\` writes: ${inLine(status.fault)}; it is ignored`)]),
    ...(workstation ? [`  this workstation: ${SWITCH[workstation.state]}`] : []),
    ...(left ? [style.error("  this workstation still points at a relay that no longer runs: the tool cannot connect")] : []),
    ...(status.others.length > 0 ? [`  also running: ${inLine(status.others.join(", "))}`] : []),
  ];
  const told = lines.map((line) => wrap(line, width, "    "));
  const next = status.next.flatMap((step) => stepLines("  next: ", step, width));
  return `${[...told, ...next].join(NL)}${NL}`;
}
