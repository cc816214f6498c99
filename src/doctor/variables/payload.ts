import { name, say } from "../../diagnostic/text.ts";
import { nativePath } from "../../swap/protocol/targets.ts";
import type { Check } from "../check.ts";
import { existenceControl, variablesControl } from "../existence.ts";
import { answer } from "../words.ts";

const VARIABLE = "CT_REQ_RESP_JSON_DIR";

export const check: Check = {
  id: "variables/payload",
  asks: "CT_REQ_RESP_JSON_DIR is set and names a folder",
  otherwise:
    "unset, the connector throws a null-path error, logs it and goes on: about six stack traces in one successful check-out, which are no fault",
  control: "PATH is set and the installation's folder found, and names that nobody made are neither",
  needs: ["variables"],
  order: 81,
  run(looked) {
    const { station } = looked;
    const variables = variablesControl(looked);
    const value = station.variables?.(VARIABLE)?.trim() ?? "";
    if (value === "")
      return answer(
        "warn",
        say`${name(VARIABLE)} is not set: about six stack traces in each check-out, which are no fault of it`,
        {
          help: say`set it to a folder that only this user may read, or ignore the traces: what is written there holds the password of the sign-in`,
          control: variables,
        },
      );
    const control = variables.outcome === "failed" ? variables : existenceControl(looked);
    if (station.files.stat(nativePath(value, station.where))?.kind === "folder")
      return answer(
        "warn",
        say`${name(VARIABLE)} is set: every request and answer is written to ${name(value)}, the password of the sign-in included`,
        {
          help: say`take the variable away when nobody looks into something, and delete what lies there`,
          control,
        },
      );
    return answer("fail", say`${name(VARIABLE)} is ${name(value)}, and that is no folder`, {
      help: say`make the folder, readable by this user alone, or take the variable away`,
      control,
    });
  },
};
