import { type Text, name, say, shellCommand, unsetReason, words } from "../../../kernel/index.ts";
import { nameOf } from "../paths.ts";
import { type CompiledKey, FILE_ROLES, parseAddress, splitAddresses } from "../../../compiler/index.ts";
import { HIDDEN } from "../../../deploy/index.ts";
import type { Check } from "../check.ts";
import { existenceControl } from "../existence.ts";
import { type LiveFile, liveFile, type Looked, pathOf } from "../looked.ts";
import { MOVED_KEYS, serverIn } from "../../../record/index.ts";
import { type Relays, relaysOf } from "../relays.ts";
import { agreeing, answer, counted, shownValue } from "../words.ts";

/** Layers of which the client library rewrites nothing: what an environment decides of its file. */
const DECIDED: ReadonlySet<string> = new Set(["write", "set", "workstation"]);

interface Difference {
  readonly key?: string;
  readonly text: Text;
  /** One of the writes that are a unit: half of them is a half-switch. */
  readonly unit: boolean;
}

/** Keys of a file that have to have a value; the client library keeps further ones in its own. */
function expectedKeys({ wanted }: Looked, role: LiveFile["role"]): readonly CompiledKey[] {
  const keys = [...(wanted?.files[role]?.keys.values() ?? [])];
  return role === "client" ? keys.filter(({ decision }) => DECIDED.has(decision.layer)) : keys;
}

function differences(looked: Looked, live: LiveFile): readonly Difference[] {
  const { wanted } = looked;
  const keep = new Set(live.role === "connector" ? (wanted?.environment.workstation.keep.map(({ text }) => text) ?? []) : []);
  const shown = nameOf(live.path);
  return expectedKeys(looked, live.role).flatMap(({ key, decision }) => {
    const found = live.values.get(key);
    const unit = decision.layer === "write";
    if (decision.secret) return [];
    if (keep.has(key) ? found !== undefined : found === decision.value) return [];
    const is = found === undefined ? words("is missing") : say`is ${shownValue(key, found)}`;
    return [
      { key, text: say`${name(shown)}: ${name(key)} ${is}, the environment says ${shownValue(key, decision.value)}`, unit },
    ];
  });
}

/** Secrets of a file that have no value on the workstation: absent, empty, blanks, or a placeholder left by hand. */
function unsetSecrets(looked: Looked, live: LiveFile): readonly Text[] {
  const shown = nameOf(live.path);
  return expectedKeys(looked, live.role).flatMap(({ key, decision }) => {
    if (!decision.secret) return [];
    const found = live.values.get(key);
    // an archive hides a value, and says no more than that
    if (found === HIDDEN && looked.station.source === "archive") return [];
    const why = found === undefined ? "is missing" : unsetReason(found);
    return why === null ? [] : [say`${name(shown)}: ${name(key)}, a secret, ${words(why)}`];
  });
}

/** A file of which no key can be compared. */
function unreadable({ wanted, places }: Looked, role: LiveFile["role"], live: readonly LiveFile[]): readonly Difference[] {
  const path = pathOf(places, role);
  if (!wanted?.files[role] || path === null) return [];
  const file = live.find((one) => one.role === role);
  const error = file?.document.load().error;
  if (!file) return [{ text: say`${name(nameOf(path))} cannot be read, so none of its keys has its value`, unit: false }];
  if (!error) return [];
  return [
    {
      text: say`${name(nameOf(path))}:${error.line}:${error.column}: Java cannot load the file: ${words(error.message)}`,
      unit: false,
    },
  ];
}

/** Keys of the connector's own files that nothing compiled. */
function foreign(looked: Looked, live: LiveFile): readonly Text[] {
  if (live.role === "client") return [];
  const known = looked.wanted?.files[live.role]?.keys;
  if (!known) return [];
  const shown = nameOf(live.path);
  return [...live.values.keys()]
    .filter((key) => !known.has(key))
    .map((key) => say`${name(shown)}: ${name(key)} is in no compiled file: somebody added it here`);
}

/** One of two sentences, or both. */
function joined(hasFirst: boolean, hasSecond: boolean, first: Text, second: Text): Text {
  if (!hasSecond) return first;
  return hasFirst ? say`${first}; ${second}` : second;
}

/** Whether a value differs only because a recording that runs has moved its addresses: as many as the environment has, each to where somebody listens, or the environment's own. */
function isMoved({ wanted }: Looked, relays: Relays, file: LiveFile, key: string | undefined): boolean {
  if (!MOVED_KEYS.some((one) => one.file === file.role && one.key === key)) return false;
  const [found, own] = [file.values, wanted?.files[file.role]?.keys].map((keys) => {
    const value = keys?.get(key ?? "");
    return splitAddresses((typeof value === "string" ? value : value?.decision.value) ?? "");
  }) as [readonly string[], readonly string[]];
  return (
    found.length === own.length && found.every((address, i) => address === own[i] || isRelayOf(relays, address, own[i] ?? ""))
  );
}

/** A relay that is known has to lead to the server of the environment; what follows the server stays. */
function isRelayOf(relays: Relays, address: string, own: string): boolean {
  const led = relays.at(address);
  const [at, meant] = [parseAddress(address), parseAddress(own)];
  if (!led || !at || !meant || at.path !== meant.path) return false;
  return led.to === null || serverIn(/^https?:/.test(led.to) ? led.to : `http://${led.to}`) === serverIn(own);
}

export const check: Check = {
  id: "environment/values",
  asks: "both files hold what the environment compiles to, key by key as Java reads them",
  otherwise:
    "the tool works with other settings than the repository says; half of the addresses of another environment is a half-switch",
  control: "how many keys were compared is said, and none of them is a failure of the check",
  needs: ["environment"],
  order: 30,
  async run(looked) {
    const environment = say`${name(looked.wanted?.environment.name ?? "")}`;
    const live = FILE_ROLES.flatMap((role) => (looked.wanted?.files[role] ? (liveFile(looked, role) ?? []) : []));
    const compared = live.reduce((sum, file) => sum + expectedKeys(looked, file.role).length, 0);
    const control = {
      did: say`the keys that were compared were counted`,
      outcome: compared > 0 ? ("held" as const) : ("failed" as const),
      says: say`${counted(compared, "key")} in ${counted(live.length, "file")}`,
    };
    if (live.length === 0)
      return answer("fail", say`none of the files of ${environment} can be read here`, {
        help: say`install the bundle of the environment`,
        control: existenceControl(looked),
      });
    const unread = FILE_ROLES.flatMap((role) => unreadable(looked, role, live));
    const relays = await relaysOf(looked);
    const readable = live.filter((file) => !file.document.load().error);
    const differing = readable.flatMap((file) =>
      differences(looked, file).map((one) => ({ ...one, moved: isMoved(looked, relays, file, one.key) })),
    );
    const found = [...unread, ...differing.filter(({ moved }) => !moved)];
    const moved = differing.filter((one) => one.moved);
    const unset = readable.flatMap((file) => unsetSecrets(looked, file));
    const added = live.flatMap((file) => foreign(looked, file));
    if (found.length + moved.length + unset.length + added.length === 0)
      return answer("pass", say`${control.says} ${agreeing(compared, "is", "are")} as ${environment} says`, { control });
    const units = found.filter(({ unit }) => unit).length;
    const parts = units === 0 ? [] : say`, ${units} of its addresses and transports among them`;
    const others = say`${counted(found.length, "value")} ${agreeing(found.length, "is not that", "are not those")} of ${environment}${parts}`;
    const led = say`${counted(moved.length, "value")} of ${environment} ${agreeing(moved.length, "leads", "lead")} to a relay that runs, and every other value is as it says`;
    const secrets = say`${counted(unset.length, "secret")} of ${environment} ${agreeing(unset.length, "is", "are")} still to be set on ${name(looked.station.name)}`;
    const settings = say`install the settings bundle (${shellCommand`tierwright bundle ${looked.wanted?.environment.name ?? ""} --settings`}) and restart the tool; what belongs to this workstation goes into workstation.keep or workstation.set`;
    const stop = say`end the recording (${shellCommand`tierwright record stop`}): it names the bundle that takes the addresses back`;
    const toSet = say`set ${agreeing(unset.length, "it", "each")} there by hand in the file that is named, or install the swap bundle of ${environment} there with --secrets FILE, then restart the tool`;
    const onlyMoved = found.length === 0 && moved.length > 0;
    const differs = found.length + moved.length > 0 || unset.length === 0;
    const further = say`every value is that of ${environment}, and there are further keys`;
    const says = found.length > 0 ? others : onlyMoved ? led : further;
    return answer(found.length + unset.length > 0 ? "fail" : "warn", joined(differs, unset.length > 0, says, secrets), {
      details: [...[...found, ...moved].map(({ text }) => text), ...unset, ...added],
      help: joined(differs, unset.length > 0, onlyMoved ? stop : settings, toSet),
      control,
    });
  },
};
