import { name, say } from "../../../kernel/index.ts";
import { nativePath } from "../../../deploy/index.ts";
import type { Answer, Check, Control } from "../check.ts";
import { existenceControl, variablesControl } from "../existence.ts";
import type { Looked } from "../looked.ts";
import { TimeOver } from "../../checks/run.ts";
import { agreeing, answer, describeCount } from "../words.ts";

const VARIABLE = "CT_REQ_RESP_JSON_DIR";

/** Returns the number of entries in a folder; null if a `-Collect` archive does not list them, or if they cannot be read. */
function contentOf({ station: { files } }: Looked, folder: string): number | null {
  try {
    return files.list(folder).length;
  } catch (error) {
    if (error instanceof TimeOver) throw error;
    return null;
  }
}

/**
 * Returns the answer if CT_REQ_RESP_JSON_DIR names a folder: a warning if the folder has entries, because logged requests can contain a
 * password.
 */
function ofFolder(value: string, content: number | null, control: Control): Answer {
  if (content === 0 || content === null)
    return answer("pass", say`${name(VARIABLE)} names the folder ${name(value)}, so no null path is logged`, {
      details: [say`what the connector writes there holds the password of the sign-in: let only this user read it`],
      control,
    });
  return answer("warn", say`requests and answers lie in ${name(value)}, and the password of the sign-in can be among them`, {
    details: [say`${describeCount(content, "entry")} ${agreeing(content, "lies", "lie")} in the folder`],
    help: say`delete what lies there when nobody looks into something; the variable may stay`,
    control,
  });
}

export const check: Check = {
  id: "variables/payload",
  asks: "CT_REQ_RESP_JSON_DIR is set and names a folder that holds no requests and answers",
  otherwise:
    "unset, the connector throws a null-path error, logs it and continues: about six stack traces in one successful check-out, which are not a fault",
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
    const folder = nativePath(value, station.where);
    if (station.files.stat(folder)?.kind === "folder") return ofFolder(value, contentOf(looked, folder), control);
    return answer("fail", say`${name(VARIABLE)} is ${name(value)}, and that is no folder`, {
      help: say`make the folder, readable by this user alone, or take the variable away`,
      control,
    });
  },
};
