import { shellCommand, path } from "../../diagnostic/command.ts";
import { name, say, type Text } from "../../diagnostic/text.ts";
import { splitAddresses } from "../../model/address.ts";
import { type Pointing, pointsAtRelay } from "../../recording/pointing.ts";
import type { Check } from "../check.ts";
import { liveFile, type Looked } from "../looked.ts";
import { nameOf } from "../paths.ts";
import { agreeing, answer, shownAddress } from "../words.ts";

/** True where the environment itself says that address: then it is no relay that was left behind. */
const isMeant = ({ wanted }: Looked, { file, key, address }: Pointing): boolean =>
  splitAddresses(wanted?.files[file]?.keys.get(key)?.decision.value ?? "").includes(address);

function told({ key, path, address, recording }: Pointing): Text {
  const at = say`${name(nameOf(path))}: ${name(key)} leads to ${shownAddress(address)}`;
  if (recording === null) return say`${at}, this machine itself, and no recording is known that listens there`;
  return recording.running
    ? say`${at}, the relay of recording ${name(recording.id)} (${name(recording.environment)}), which runs`
    : say`${at}, the relay of recording ${name(recording.id)} (${name(recording.environment)}), which has ended`;
}

function helpOf(found: readonly Pointing[]): Text {
  const known = found.find(({ recording }) => recording !== null)?.recording;
  if (known?.running) return say`\`tierwright record stop\` ends it and takes the addresses back; then restart the tool`;
  if (known?.back)
    return say`${shellCommand`tierwright deploy ${path(known.back)}`} takes the addresses back; then restart the tool`;
  return say`install the settings bundle of the environment, which names the tier's own addresses; then restart the tool`;
}

export const check: Check = {
  id: "relay/left-behind",
  asks: "no installed address leads to a recording relay",
  otherwise:
    "nothing answers where a relay has ended, so nobody can sign in; while one runs, everything is recorded, the password of the sign-in included",
  control: "none: the addresses are read, and recordings are those of this account's store",
  needs: [],
  order: 38,
  async run(looked) {
    const files = (["connector", "client"] as const).flatMap((role) => {
      const live = liveFile(looked, role);
      return live ? [{ file: role, path: live.path, values: live.values }] : [];
    });
    if (files.length === 0) return answer("skip", say`neither settings file can be read here`);
    const captures = (await looked.captures?.()) ?? [];
    const known = captures.flatMap(({ record, running }) => (record ? [{ record, running }] : []));
    const found = pointsAtRelay(files, known).filter((one) => !isMeant(looked, one));
    if (found.length === 0) return answer("pass", say`no address leads to a relay`);
    const running = found.every(({ recording }) => recording?.running);
    const addresses = say`${found.length} ${agreeing(found.length, "address", "addresses")}`;
    const says = running
      ? say`the workstation is being recorded: ${addresses} ${agreeing(found.length, "leads to a relay that runs", "lead to relays that run")}`
      : say`${addresses} ${agreeing(found.length, "leads", "lead")} to a relay that does not run: nobody can sign in`;
    return answer(running ? "warn" : "fail", says, { details: found.map(told), help: helpOf(found) });
  },
};
