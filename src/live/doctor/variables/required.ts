import { type Text, name, say } from "../../../kernel/index.ts";
import { foldedPath, isWindowsPath, nativePath } from "../../../deploy/index.ts";
import type { Check } from "../check.ts";
import { existenceControl, variablesControl } from "../existence.ts";
import type { Looked } from "../looked.ts";
import { agreeing, answer, describeCount } from "../words.ts";

/** Returns whether the value of an environment variable has quotation marks or spaces at its ends, which belong to no path. */
const isSpeltOddly = (value: string): boolean => /^["']|["']$|^\s|\s$/.test(value);

function fault(looked: Looked, variable: string): Text | null {
  const { station } = looked;
  const value = station.variables?.(variable);
  if (value === undefined || value.trim() === "") return say`${name(variable)} is not set`;
  if (isSpeltOddly(value))
    return say`${name(variable)} is ${name(JSON.stringify(value))}: quotation marks or spaces belong to no path`;
  if (!isWindowsPath(value) && station.source === "archive")
    return say`${name(variable)} is ${name(value)}, and that is no whole path`;
  return station.files.stat(nativePath(value, station.where))?.kind === "folder"
    ? null
    : say`${name(variable)} is ${name(value)}, and that is no folder`;
}

export const check: Check = {
  id: "variables/required",
  asks: "<TOOL>_HOME and JRE_HOME are set, and name folders that exist",
  otherwise:
    "the connector does not find the tool or its runtime; JAVA_HOME is not asked for, and whatever JRE_HOME says, the tool runs the runtime that it brings",
  control: "PATH is set and the installation's folder found, and names that nobody made are neither",
  needs: ["variables"],
  order: 80,
  run(looked) {
    const { shared, places } = looked;
    const prefix = shared?.site?.tool.envPrefix?.text ?? null;
    const variables = variablesControl(looked);
    const control = variables.outcome === "failed" ? variables : existenceControl(looked);
    const names = [...(prefix === null ? [] : [`${prefix}_HOME`]), "JRE_HOME"];
    const found = names.map((variable) => fault(looked, variable)).filter((text) => text !== null);
    const home = prefix === null ? undefined : looked.station.variables?.(`${prefix}_HOME`);
    const elsewhere =
      home !== undefined &&
      found.length === 0 &&
      foldedPath(nativePath(home, looked.station.where), true) !== foldedPath(places.install, true);
    const unsaid = prefix === null ? [say`site.yaml does not say tool.envPrefix, so the tool's own variable is not known`] : [];
    if (found.length > 0)
      return answer(
        "fail",
        say`${found.length} of ${describeCount(names.length, "variable")} that the connector needs cannot be used`,
        {
          details: [...found, ...unsaid],
          help: say`set them for the machine (System Properties, Environment Variables) and start the tool anew`,
          control,
        },
      );
    if (elsewhere)
      return answer(
        "warn",
        say`${name(`${prefix}_HOME`)} is ${name(home)}, and the tool that was looked at lies in ${name(looked.station.shown(places.install))}`,
        {
          help: say`is this the right installation? --install DIR checks another one`,
          control,
        },
      );
    return answer(
      "pass",
      say`${name(names.join(" and "))} ${agreeing(names.length, "names a folder that exists", "name folders that exist")}`,
      { details: unsaid, control },
    );
  },
};
