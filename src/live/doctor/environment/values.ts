import { type Text, name, say, shellCommand, unsetReason, words } from "../../../kernel/index.ts";
import { nameOf } from "../paths.ts";
import { type CompiledKey, FILE_ROLES, isRecordingName, parseAddress, splitAddresses } from "../../../compiler/index.ts";
import { HIDDEN_VALUE, driftSteps, endRecording } from "../../../deploy/index.ts";
import type { Check } from "../check.ts";
import { existenceControl } from "../existence.ts";
import { type LiveFile, liveFile, type Looked, pathOf } from "../looked.ts";
import { MOVED_KEYS, serverIn } from "../../../record/index.ts";
import { type Relays, relaysOf } from "../relays.ts";
import { installedEnvironment, neededOptions } from "../needed-options.ts";
import { agreeing, answer, describeCount, shownValue } from "../words.ts";

/**
 * The layers of decisions whose values are compared in CommonClient.properties. Values of other layers are not compared, because the client
 * library rewrites them itself.
 */
const DECIDED: ReadonlySet<string> = new Set(["write", "set", "workstation"]);

interface Difference {
  readonly role: LiveFile["role"];
  readonly key?: string;
  readonly text: Text;
  /**
   * True if the key is one of the environment's writes, which have to change together: changing only some of them is a half-switch (sign-in
   * at one PLM tier, files at another).
   */
  readonly unit: boolean;
}

/**
 * Returns the keys of a properties file whose values are compared: every compiled key, but in CommonClient.properties only those that the
 * environment decides, because the client library rewrites the others.
 */
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
      {
        role: live.role,
        key,
        text: say`${name(shown)}: ${name(key)} ${is}, the environment says ${shownValue(key, decision.value)}`,
        unit,
      },
    ];
  });
}

/** Returns a line for each secret without a value on the workstation: missing, empty, blank, or still a placeholder. */
function unsetSecrets(looked: Looked, live: LiveFile): readonly Text[] {
  const shown = nameOf(live.path);
  return expectedKeys(looked, live.role).flatMap(({ key, decision }) => {
    if (!decision.secret) return [];
    const found = live.values.get(key);
    // an archive of `deploy.ps1 -Collect` has a placeholder for a secret, so it is not known whether the secret is set
    if (found === HIDDEN_VALUE && looked.station.source === "archive") return [];
    const why = found === undefined ? "is missing" : unsetReason(found);
    return why === null ? [] : [say`${name(shown)}: ${name(key)}, a secret, ${words(why)}`];
  });
}

/**
 * Returns the reason why no key of a properties file can be compared: the file is missing, or Java cannot load it. Returns an empty list if
 * its keys can be compared.
 */
function unreadable({ wanted, places }: Looked, role: LiveFile["role"], live: readonly LiveFile[]): readonly Difference[] {
  const path = pathOf(places, role);
  if (!wanted?.files[role] || path === null) return [];
  const file = live.find((one) => one.role === role);
  const error = file?.document.load().error;
  if (!file) return [{ role, text: say`${name(nameOf(path))} cannot be read, so none of its keys has its value`, unit: false }];
  if (!error) return [];
  return [
    {
      role,
      text: say`${name(nameOf(path))}:${error.line}:${error.column}: Java cannot load the file: ${words(error.message)}`,
      unit: false,
    },
  ];
}

/**
 * Returns a line for each key of the connector's own files that the compiled file does not have; no line for CommonClient.properties, to
 * which the client library itself adds keys.
 */
function foreign(looked: Looked, live: LiveFile): readonly Difference[] {
  if (live.role === "client") return [];
  const known = looked.wanted?.files[live.role]?.keys;
  if (!known) return [];
  const shown = nameOf(live.path);
  return [...live.values.keys()]
    .filter((key) => !known.has(key))
    .map((key) => {
      const text = say`${name(shown)}: ${name(key)} is in no compiled file: somebody added it here`;
      return { role: live.role, key, text, unit: false };
    });
}

/** Joins two sentences, each of which is used only if its flag is true. Returns the first sentence if both flags are false. */
function joined(hasFirst: boolean, hasSecond: boolean, first: Text, second: Text): Text {
  if (!hasSecond) return first;
  return hasFirst ? say`${first}; ${second}` : second;
}

/**
 * Returns whether a value on the workstation differs from the compiled one only because a running recording has changed its addresses: it
 * has as many addresses as the compiled value, and each is the compiled one or leads to a running relay.
 */
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

/**
 * Returns whether an address leads to a running relay and has the same path as `own`, the compiled address. If the server that the relay
 * forwards to is known, it must be that of `own`.
 */
function isRelayOf(relays: Relays, address: string, own: string): boolean {
  const led = relays.at(address);
  const [at, meant] = [parseAddress(address), parseAddress(own)];
  if (!led || !at || !meant || at.path !== meant.path) return false;
  return led.to === null || serverIn(/^https?:/.test(led.to) ? led.to : `http://${led.to}`) === serverIn(own);
}

/**
 * Returns the steps that take over values into the repository, for values that are right on the workstation; an empty text if there are
 * none.
 */
function ifRightHere({ wanted }: Looked, found: readonly Difference[]): Text {
  const keys = found.flatMap(({ role, key, unit }) => (key === undefined ? [] : [{ file: role, key, isWrite: unit }]));
  const steps = driftSteps(keys, wanted?.release?.profile?.writes);
  return steps.length === 0 ? say`` : say`; if a value here is right, ${words(steps.join(", "))}`;
}

/**
 * Returns the instruction to install a bundle: the settings bundle if only writes of the environment differ on the workstation (`isUnit`),
 * else the swap bundle.
 */
function installing(looked: Looked, isUnit: boolean): Text {
  const environment = looked.wanted?.environment.name ?? "";
  return isUnit
    ? say`install the settings bundle (${shellCommand`tierwright bundle ${environment} --settings`}) ${neededOptions(looked)} and restart the tool`
    : say`close the tool and install the swap bundle (${shellCommand`tierwright bundle ${environment}`}): a settings bundle changes addresses and transports alone ${neededOptions(looked)}`;
}

/**
 * Returns the instruction to end the recording that changed the addresses; with the options that name the workstation if a deploy installed
 * the recording's environment.
 */
function ending(looked: Looked): Text {
  const installed = installedEnvironment(looked) ?? "";
  return isRecordingName(installed)
    ? words(endRecording(installed, looked.station.where))
    : say`end the recording (${shellCommand`tierwright record stop`}): it names the bundle that takes the addresses back`;
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
      says: say`${describeCount(compared, "key")} in ${describeCount(live.length, "file")}`,
    };
    if (live.length === 0)
      return answer("fail", say`none of the files of ${environment} can be read here`, {
        help: say`install the swap bundle of ${environment}`,
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
    const others = say`${describeCount(found.length, "value")} ${agreeing(found.length, "is not that", "are not those")} of ${environment}${parts}`;
    const led = say`${describeCount(moved.length, "value")} of ${environment} ${agreeing(moved.length, "leads", "lead")} to a relay that runs, and every other value is as it says`;
    const secrets = say`${describeCount(unset.length, "secret")} of ${environment} ${agreeing(unset.length, "is", "are")} still to be set on ${name(looked.station.name)}`;
    const settings = say`${installing(looked, units === found.length && added.length === 0)}${ifRightHere(looked, [...found, ...added])}`;
    const toSet = say`set ${agreeing(unset.length, "it", "each")} there by hand in the file that is named, or install the swap bundle of ${environment} there with --secrets FILE, then restart the tool`;
    const onlyMoved = found.length === 0 && moved.length > 0;
    const differs = found.length + moved.length > 0 || unset.length === 0;
    const further = say`every value is that of ${environment}, and there are further keys`;
    const says = found.length > 0 ? others : onlyMoved ? led : further;
    return answer(found.length + unset.length > 0 ? "fail" : "warn", joined(differs, unset.length > 0, says, secrets), {
      details: [...[...found, ...moved].map(({ text }) => text), ...unset, ...added.map(({ text }) => text)],
      help: joined(differs, unset.length > 0, onlyMoved ? ending(looked) : settings, toSet),
      control,
    });
  },
};
