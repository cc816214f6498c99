import { join } from "node:path";
import { name, say } from "../../../kernel/index.ts";
import type { Check } from "../check.ts";
import { existenceControl } from "../existence.ts";
import { liveFile } from "../looked.ts";
import { answer, shownValue } from "../words.ts";

/** The folder with the libraries of the Chromium that the modeling tool brings, below the tool's own folder. */
export const JCEF_LIBRARIES = "sdk/org.jcef/libs";

export const check: Check = {
  id: "tool/embedded-browser",
  asks: "USE_JCEF_BROWSER is true or false, and where it is true the bundled Chromium is there",
  otherwise: "the embedded web-client panel stays blank (UnsatisfiedLinkError for chrome_elf)",
  control: "the installation's folder is found, and a name that nobody made is not",
  needs: [],
  order: 72,
  run(looked) {
    const { station, places } = looked;
    const value = liveFile(looked, "connector")?.values.get("USE_JCEF_BROWSER");
    if (value === undefined) return answer("skip", say`the connector's settings do not say USE_JCEF_BROWSER`);
    const control = existenceControl(looked);
    const text = value.trim().toLowerCase();
    if (text === "false")
      return answer("pass", say`USE_JCEF_BROWSER is false: the panel uses the system's web view`, { control });
    if (text !== "true")
      return answer("fail", say`USE_JCEF_BROWSER is ${shownValue("USE_JCEF_BROWSER", value)}, and only true and false are read`, {
        help: say`set workstation.embeddedBrowser to bundled or system and install the swap bundle`,
        control,
      });
    const folder = join(places.install, JCEF_LIBRARIES);
    if (station.files.stat(folder)?.kind === "folder")
      return answer(
        "pass",
        say`USE_JCEF_BROWSER is true, and ${name(station.shown(folder))} is there; whether it loads shows the panel alone`,
        { control },
      );
    return answer("fail", say`USE_JCEF_BROWSER is true, and ${name(station.shown(folder))} is not there: the panel stays blank`, {
      help: say`set workstation.embeddedBrowser: system and install the swap bundle`,
      control,
    });
  },
};
