import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../../../support/repository.ts";
import { confText, LOG4J2_TEXT, pairs, pluginFiles, profileText, ROW, stored } from "./releases.ts";

/** Native path of a Windows path below a root. */
export function below(root: string, windows: string): string {
  return join(root, ...windows.replace("{install}", INSTALL).replace(":", "").split("\\"));
}

export const INSTALL = "C:\\Program Files\\Tool 2024x";
export const at = {
  install: (root: string) => below(root, INSTALL),
  swap: (root: string) => below(root, `${INSTALL}\\.swap`),
  plugins: (root: string) => below(root, `${INSTALL}\\plugins`),
  live: (root: string) => below(root, `${INSTALL}\\plugins\\com.example.connector`),
  conf: (root: string) => below(root, `${INSTALL}\\plugins\\com.example.connector\\conf\\connector.properties`),
  client: (root: string) => below(root, "C:\\ProgramData\\Vendor\\Client\\CommonClient.properties"),
  log4j2: (root: string) => below(root, "C:\\ProgramData\\Vendor\\Client\\log4j2.xml"),
  profiles: (root: string) => [
    below(root, `${INSTALL}\\profiles\\PLM_Profile.mdzip`),
    below(root, "C:\\Users\\Public\\PLM_Profile.mdzip"),
  ],
};

const T = "C/Program Files/Tool 2024x";
const LONG = pairs("workshop").find((pair) => pair.key === "BOOTSTRAP_URLS")?.value ?? "";

/** The client file as it lies on a workstation: CRLF, odd spelling, a value over 54 lines, keys of others. */
export function clientOfMachine(): string {
  const known = pairs("workshop").filter((pair) => pair.file === "client" && pair.key !== "BOOTSTRAP_URLS" && pair.key !== "URL");
  return [
    "#Sat Nov 21 09:00:00 CET 2026",
    "   other.key : some\\tvalue",
    "URL : https\\:\\/\\/old.example.com\\u003a8443/tc",
    `BOOTSTRAP_URLS=${LONG.split(",").join(",\\\r\n    ")}`,
    ...known.map((pair) => stored(pair.key, pair.value)),
    "! last",
    "empty.key",
    "",
  ].join("\r\n");
}

/** The tool itself and what else lies on a workstation: never touched. */
function tool(): Record<string, string> {
  return {
    [`${T}/bin/tool.properties`]: `version=${ROW}\nJAVA_ARGS=-Xmx4g -Dapp=1\n`,
    [`${T}/jre/release`]: 'JAVA_VERSION="17.0.9"\n',
    [`${T}/plugins/com.other/plugin.xml`]: '<plugin id="com.other" name="Other" version="1"/>\n',
    [`${T}/plugins/com.other/lib/other.jar`]: "PK other",
    [`${T}/profiles/Other_Profile.mdzip`]: "other profile",
    "C/Users/jane/AppData/Local/.tool/2024x/plugins/com.mine/plugin.xml": '<plugin id="com.mine"/>\n',
    "C/Users/Public/Documents/readme.txt": "hello",
  };
}

export type Start = "nothing" | "tool" | "hand-made";

/** A scratch root: empty, with the tool alone, or with a hand-made 2406 whose folder holds an older jar, too, and an edited conf. */
export function installation(root: string, start: Start): string {
  mkdirSync(root, { recursive: true });
  if (start === "nothing") return root;
  writeFiles(root, tool());
  if (start === "tool") return root;
  writeFiles(root, {
    "C/ProgramData/Vendor/Client/CommonClient.properties": clientOfMachine(),
    "C/ProgramData/Vendor/Client/log4j2.xml": `\ufeff${LOG4J2_TEXT}`,
    "C/ProgramData/Vendor/Client/other.txt": "theirs",
    [`${T}/profiles/PLM_Profile.mdzip`]: profileText("2406"),
    "C/Users/Public/PLM_Profile.mdzip": profileText("2406"),
  });
  const conf = `${confText("2406", "workshop", [["LOCAL_EDIT", "by hand"]]).replace("C\\:\\\\Temp\\\\staging", "D\\:\\\\mine")}`;
  const files = { ...pluginFiles("2406", conf), "lib/connector-2306.jar": "PK left over from 2306" };
  writeFiles(join(root, ...T.split("/"), "plugins", "com.example.connector"), files);
  return root;
}

/** Stale copies of the profile where the tool would load them. */
export function withStrays(root: string): string {
  writeFiles(root, { [`${T}/plugins/PLM_Profile.mdzip`]: "stray 1", "C/Users/Public/Documents/PLM_Profile.mdzip": "stray 2" });
  return root;
}
