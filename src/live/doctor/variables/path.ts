import { type Text, name, say, withoutTrailing } from "../../../kernel/index.ts";
import { join } from "node:path";
import { foldedPath, isWindowsPath, nativePath } from "../../../deploy/index.ts";
import type { Check } from "../check.ts";
import type { Looked } from "../looked.ts";
import { JCEF_LIBRARIES } from "../tool/embedded-browser.ts";
import { agreeing, answer } from "../words.ts";

interface Wanted {
  readonly folder: string;
  /** Folders of which any one in PATH makes `folder` unnecessary there. */
  readonly or: readonly string[];
  readonly what: string;
}

function wantedEntries({ places, station }: Looked): readonly Wanted[] {
  const jre = join(places.install, "jre");
  const home = station.variables?.("JRE_HOME");
  return [
    { folder: join(jre, "bin"), or: [jre, ...(home ? [home, join(home, "bin")] : [])], what: "the JRE" },
    { folder: join(places.plugin, "lib"), or: [], what: "the plug-in's lib folder, for the license manager" },
    { folder: join(places.install, JCEF_LIBRARIES), or: [], what: "sdk/org.jcef/libs, for the embedded panel" },
  ];
}

/** Replaces variables in a PATH entry, such as %JRE_HOME%\bin, by their values. Variables without a value stay as they are. */
const expanded = (entry: string, variable: (name: string) => string | undefined): string =>
  entry.replace(/%([^%]+)%/g, (whole, key: string) => variable(key) ?? whole);

/** Normalizes a path for comparison: without case, and without a separator at its end. */
const fold = (path: string): string => withoutTrailing(foldedPath(path, true), "\\/");

export const check: Check = {
  id: "variables/path",
  asks: "PATH has the three entries that the installation guide asks for",
  otherwise: "nothing, mostly: the entries are advisory. On a managed machine they are reported and suggested, and never written",
  control: "how many entries PATH has is said, and none is a failure of the check",
  needs: ["variables"],
  order: 82,
  run(looked) {
    const { station } = looked;
    const variable = station.variables ?? (() => undefined);
    const text = variable("PATH") ?? "";
    const separator = text.includes(";") || /^[A-Za-z]:/.test(text) ? ";" : ":";
    const entries = text
      .split(separator)
      .map((entry) => entry.trim().replace(/^"|"$/g, ""))
      .filter((entry) => entry !== "");
    const own = new Set(
      entries.flatMap((entry) => {
        const whole = expanded(entry, variable);
        return isWindowsPath(whole) || whole.startsWith("/") ? [fold(nativePath(whole, station.where))] : [];
      }),
    );
    const control = {
      did: say`the entries of PATH were counted`,
      outcome: entries.length > 0 ? ("held" as const) : ("failed" as const),
      says: say`${entries.length} ${agreeing(entries.length, "entry", "entries")}`,
    };
    const missing = wantedEntries(looked).filter(({ folder, or }) => ![folder, ...or].some((path) => own.has(fold(path))));
    if (missing.length === 0) return answer("pass", say`PATH has the three entries`, { control });
    return answer(
      "warn",
      say`PATH lacks ${missing.length} of three entries (advisory: the tool runs the runtime that it brings)`,
      {
        details: missing.map(({ folder, what }): Text => say`${name(station.shown(folder))}: ${[what]}`),
        help: say`suggest them to the machine's administrator, if the license manager or the embedded panel does not start; nothing is written here`,
        control,
      },
    );
  },
};
