import { type Judged, commandInSentence, plural, shellCommand } from "../../../kernel/index.ts";
import type { Host } from "../../../platform/index.ts";
import { pointsAtRelay, relaySide, type SwitchState, switchState } from "../../recording/pointing.ts";
import type { Step } from "../../recording/steps.ts";
import { whySilent } from "../../recording/silence.ts";
import { type Counts, NOTHING, type RecordingState, type RecordingStatus, type Workstation } from "../../recording/status.ts";
import type { RecordingRecord } from "../../recording/record.ts";
import { type FoundDrift, thereStep, verbWords } from "../../views/recording-environment.ts";
import { type RecordedEnvironment, readRecordedEnvironment } from "./meant.ts";
import { declaredSecrets } from "../capture/declared-secrets.ts";
import { storeWords } from "../capture/store.ts";
import type { Invocation } from "../../../report/index.ts";
import { countsOf } from "./counts.ts";
import { driftAt, formerEnvironment, manifestAt, stepsBack } from "./drift.ts";
import { type KnownCapture, recordingsOf } from "./known.ts";
import { type Reading, readWorkstation } from "./workstation.ts";

export function stateOf({ running, life, foreign }: KnownCapture): RecordingState {
  if (running) return "running";
  if (foreign && life.stopped === null) return "unknown";
  return life.stopped === null ? "killed" : "stopped";
}

/** Returns whether this machine resolves all ("there"), some or no ("back") server names of an environment to relays of mode `tls`. */
export async function namesLead(
  host: Pick<Host, "resolve">,
  { hosts }: Pick<RecordedEnvironment, "hosts">,
): Promise<SwitchState> {
  const lead = await Promise.all(
    hosts().map(async ({ name, address }) => (await host.resolve(name).catch((): readonly string[] => [])).includes(address)),
  );
  if (lead.every((one) => one)) return "there";
  return lead.some((one) => one) ? "partial" : "back";
}

async function workstationOf(
  invocation: Invocation,
  record: Judged<RecordingRecord>,
  meant: RecordedEnvironment,
  captures: readonly KnownCapture[],
  isRunning: boolean,
): Promise<Workstation> {
  const seen = await readWorkstation(await invocation.host.machine(() => undefined), meant.places);
  const state = record.bundle ? switchState(meant.keys, seen.installed) : await namesLead(invocation.host, meant);
  const leads = pointsAtRelay(seen.installed, recordingsOf(captures));
  return {
    state: record.bundle && state === "there" && isRunning ? relaySide(meant.keys, leads, record.id) : state,
    switchedAt: seen.switchedAt,
    started: seen.started,
    leads,
  };
}

const reasonWords = ({ broken }: Counts): string =>
  broken.total === 0
    ? "none of them broken"
    : `${broken.total} of them broken (${Object.entries(broken.reasons)
        .map(([reason, count]) => `${reason} ${count}`)
        .join(", ")})`;

function says(state: RecordingState, counts: Counts | null, workstation: Workstation | null, count: string): string {
  if (state === "none") return "nothing was recorded: the store has no captures";
  if (counts === null) return `exchanges were not counted: ${count} counts them`;
  if (counts.exchanges > 0) {
    const told = `${plural(counts.exchanges, "exchange")}, ${reasonWords(counts)}`;
    if (counts.exchanges > counts.others) return told;
    const silent = workstation ? whySilent(workstation).says : "the tool was not switched or not restarted";
    const because = silent.replace(/^no exchange: /, "");
    return `${told}: all from the switcher or tierwright itself, none from the tool: ${because}`;
  }
  if (counts.connections > 0)
    return `no exchange: ${plural(counts.connections, "connection")}, but no request complete enough to count`;
  if (!workstation) return "no exchange: the tool was not switched or not restarted";
  return whySilent(workstation).says;
}

/** Returns the user's next steps for a recording, by its state and by where the workstation's installed files lead. */
function next(
  state: RecordingState,
  record: Judged<RecordingRecord> | null,
  workstation: Workstation | null,
  drift: FoundDrift | null,
  former: string | null,
  store: readonly string[],
  back: () => readonly Step[],
): readonly Step[] {
  const stop: Step = { says: "end the recording", command: verbWords(record ?? { store }, "stop") };
  if (!record) return state === "running" ? [stop] : [];
  const { bundle, hosts } = record;
  const names = hosts.map(({ name, address }) => `${address} ${name}`).join(", ");
  const there: Step = bundle
    ? thereStep(record, bundle.there, drift, former, ", and restart the tool")
    : { says: `add ${names} to the hosts file, and restart the tool` };
  if (state !== "running" && workstation?.state === "back") return [];
  if (state !== "running") return bundle ? back() : [{ says: `remove ${names} from the hosts file, and restart the tool` }];
  return isToSwitch(state, workstation) ? [there, stop] : [stop];
}

/** Returns whether the user's next step is to switch the workstation to the relays: they run, and not all its addresses lead to them. */
const isToSwitch = (state: RecordingState, workstation: Workstation | null): boolean =>
  state === "running" && workstation !== null && ["back", "partial", "elsewhere"].includes(workstation.state);

/** Returns the drift because of which `deploy` would now refuse the bundle to the relays; null if none, or if a bundle is unreadable. */
function driftNow(world: Reading, { bundle }: Judged<RecordingRecord>, { places }: RecordedEnvironment): FoundDrift | null {
  const [there, back] = bundle ? [manifestAt(bundle.there), manifestAt(bundle.back)] : [];
  return there && back ? driftAt(world, places, there, back) : null;
}

async function countsIfWanted(invocation: Invocation, chosen: KnownCapture | null, counted: boolean): Promise<Counts | null> {
  if (!chosen) return NOTHING;
  return counted ? countsOf(chosen.folder, chosen.running, await declaredSecrets(invocation)) : null;
}

/** Returns the reason why the workstation was not examined: the paths of its files follow only from the recorded environment. */
const NOT_HERE = (environment: string, directory: string): string =>
  `where this workstation points is unknown: ${directory} has no environment ${environment} that compiles (-C names the repository)`;

/**
 * Returns the status of a recording and of the workstation, for `record status` and `record stop`.
 * @param chosen The capture of the recording; null if the store has none.
 * @param counted True to count the exchanges, for which all bytes of the capture are read.
 */
export async function statusOf(
  invocation: Invocation,
  store: string,
  chosen: KnownCapture | null,
  captures: readonly KnownCapture[],
  counted = true,
): Promise<RecordingStatus> {
  const record = chosen?.record ?? null;
  const state = chosen ? stateOf(chosen) : "none";
  const counts = await countsIfWanted(invocation, chosen, counted);
  const meant = record && (await readRecordedEnvironment(invocation, record.environment));
  const workstation = record && meant && (await workstationOf(invocation, record, meant, captures, state === "running"));
  const machine = await invocation.host.machine(() => undefined);
  const drift = record && meant && isToSwitch(state, workstation) ? driftNow(machine, record, meant) : null;
  const former = record && meant && formerEnvironment(machine, meant.places, record.environment);
  const back = () => (record?.bundle ? stepsBack(machine, meant?.places ?? null, record, record.bundle.back) : []);
  const words = storeWords(invocation, store);
  const count = commandInSentence(
    shellCommand`tierwright record status ${words} ${record?.workstation.words ?? []} ${chosen?.id ?? ""}`,
  );
  const told = says(state, counts, workstation, count);
  return {
    store,
    id: chosen?.id ?? null,
    state,
    record,
    environment: chosen?.environment ?? null,
    fault: chosen?.fault ?? null,
    relays: (chosen?.life.started?.relays ?? []).map(({ role, listen, to }) => ({ role, listen, to })),
    counts,
    workstation,
    says: record && !meant ? `${told}; ${NOT_HERE(record.environment, invocation.directory)}` : told,
    next: next(state, record, workstation, drift, former, words, back),
    others: captures.filter(({ running, id }) => running && id !== chosen?.id).map(({ id }) => id),
  };
}
