import { type Text, name, say, shellCommand, words } from "../../../kernel/index.ts";
import { nativePath } from "../../../deploy/index.ts";
import { type KnownRecording, type Pointing, optionsIn, sentence, stepsBack } from "../../../record/index.ts";
import type { Check } from "../check.ts";
import { liveFile, type Looked } from "../looked.ts";
import { nameOf } from "../paths.ts";
import { layoutOf } from "../places.ts";
import { relaysOf } from "../relays.ts";
import type { Station } from "../station.ts";
import { agreeing, answer, shownAddress } from "../words.ts";

function told({ key, path, address, recording }: Pointing, listens: boolean): Text {
  const at = say`${name(nameOf(path))}: ${name(key)} leads to ${shownAddress(address)}`;
  if (listens && !recording?.running)
    return say`${at}, this machine itself, where a program listens: the relay of a recording that was not made for this workstation or lies in another store, or a tunnel`;
  if (recording === null) return say`${at}, this machine itself, and no recording is known that listens there`;
  const { id, environment } = recording.record;
  return say`${at}, the relay of recording ${name(id)} (${name(environment)}), which ${words(recording.running ? "runs" : "has ended")}`;
}

/**
 * Returns the options with which `record` and `deploy` find the workstation that is checked: its --root and --install. If the recording was
 * started for the same --root, its other options are included, because `doctor` has no --client-file.
 */
function optionsOf({ where }: Station, { words: given }: KnownRecording["record"]["workstation"]): ReadonlyMap<string, string> {
  const own = optionsIn(given);
  const options = new Map((own.get("--root") ?? null) === where.root ? own : []);
  if (where.root !== null) options.set("--root", where.root);
  if (where.install !== null) options.set("--install", where.install);
  return options;
}

/**
 * Returns the steps after which a workstation no longer uses the relays of a recording that has ended, with every option that `deploy`
 * needs in them.
 */
function backOf({ station, places }: Looked, record: KnownRecording["record"], bundle: string): Text {
  const options = optionsOf(station, record.workstation);
  const clientFile = options.get("--client-file") ?? null;
  const where = { ...station.where, clientFile };
  const files = {
    layout: layoutOf({ ...station, where }, places.install),
    connector: places.conf,
    client: clientFile === null ? places.client : nativePath(clientFile, where),
    logger: places.logger,
  };
  const workstation = { ...record.workstation, words: [...options].flat() };
  const steps = stepsBack(station, files, { environment: record.environment, workstation }, bundle);
  return words(steps.map(sentence).join("; "));
}

function helpOf(looked: Looked, found: readonly Pointing[], running: boolean): Text {
  const known = found.find(({ recording }) => recording !== null)?.recording;
  if (known?.running) {
    const { store, workstation } = known.record;
    const stop = shellCommand`tierwright record stop ${store} ${[...optionsOf(looked.station, workstation)].flat()}`;
    return say`${stop} ends it and names the bundle that takes the addresses back: install it, then restart the tool`;
  }
  if (running)
    return say`\`tierwright record stop --store DIR\` with the store of the recording ends it and names the way back; \`doctor --store DIR\` knows its relays`;
  if (known?.record.bundle) return backOf(looked, known.record, known.record.bundle.back);
  return say`install the settings bundle of the environment, which names the tier's own addresses; then restart the tool`;
}

export const check: Check = {
  id: "relay/left-behind",
  asks: "no installed address leads to a recording relay",
  otherwise:
    "nothing answers where a relay has ended, so nobody can sign in; while one runs, everything is recorded, the password of the sign-in included",
  control: "none: the addresses are read, and recordings are those of this account's store, or of --store",
  needs: [],
  order: 38,
  async run(looked) {
    if (!liveFile(looked, "connector") && !liveFile(looked, "client"))
      return answer("skip", say`neither settings file can be read here`);
    const relays = await relaysOf(looked);
    const { found } = relays;
    if (found.length === 0) return answer("pass", say`no address leads to a relay`);
    const running = found.every(({ address }) => relays.at(address) !== null);
    const addresses = say`${found.length} ${agreeing(found.length, "address", "addresses")}`;
    const says = running
      ? say`the workstation is being recorded: ${addresses} ${agreeing(found.length, "leads to a relay that runs", "lead to relays that run")}`
      : say`${addresses} ${agreeing(found.length, "leads", "lead")} to a relay that does not run: nobody can sign in`;
    return answer(running ? "warn" : "fail", says, {
      details: found.map((one) => told(one, relays.at(one.address) !== null)),
      help: helpOf(looked, found, running),
    });
  },
};
