import { name, say, shellCommand } from "../../../kernel/index.ts";
import type { Check } from "../check.ts";
import { agreeing, answer, describeCount } from "../words.ts";

/** The age in days from which a capture is reported: the investigation for which it was recorded should be finished by then. */
const DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;

export const check: Check = {
  id: "captures/old",
  asks: `no recording older than ${DAYS} days lies in this account's store`,
  otherwise: "a capture holds the sign-in password in clear text: anybody who can read the folder can sign in",
  control: "none: the folders of the store are read",
  needs: ["own-machine"],
  order: 91,
  async run({ captures, now }) {
    const all = (await captures?.()) ?? [];
    const old = all.filter(({ at, running }) => !running && at !== null && now.getTime() - at.getTime() > DAYS * DAY);
    if (old.length === 0)
      return answer(
        "pass",
        all.length === 0
          ? say`there is no recording`
          : say`${describeCount(all.length, "recording")}, none older than ${DAYS} days`,
      );
    return answer(
      "warn",
      say`${describeCount(old.length, "recording")} ${agreeing(old.length, "is", "are")} older than ${DAYS} days, and each may hold the password of a sign-in`,
      {
        details: old.map(
          ({ id, folder, at }) => say`${name(folder)} (${name(id)}), of ${[at?.toISOString().slice(0, 10) ?? ""]}`,
        ),
        help: say`${shellCommand`tierwright capture prune --older-than ${DAYS}`} shows what would go, and with --apply deletes it`,
      },
    );
  },
};
