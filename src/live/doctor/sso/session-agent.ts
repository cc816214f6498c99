import { join } from "node:path";
import { INITIALIZER, selectRoute } from "../../../compiler/index.ts";
import { type Text, name, say } from "../../../kernel/index.ts";
import { nativePath } from "../../../deploy/index.ts";
import type { Answer, Check } from "../check.ts";
import { existenceControl } from "../existence.ts";
import { liveFile, type Looked } from "../looked.ts";
import { NotGathered } from "../station.ts";
import { folderOf } from "../paths.ts";
import { answer, shownAddress } from "../words.ts";

const VARIABLE = "TCSSO_SESSION_AGENT_PATH";
/**
 * Names of start scripts for the session agent, a separate program that the connector can use for single sign-on. The name differs between
 * versions, but always contains "agent".
 */
const SCRIPT = /^(?:(?=.*session.?agent)|(?:(?!start).)*start(?=.*agent)).*\.(?:bat|cmd|exe|ps1|sh)$/i;
const DEEPEST = 6;
const MOST = 40_000;

interface Found {
  readonly scripts: readonly string[];
  /** True if the search for start scripts stopped because it had seen `MOST` files and folders. */
  readonly cut: boolean;
}

/**
 * Returns the session agent's start scripts below a folder, to a depth of `DEEPEST` folders and `MOST` entries. Symbolic links are not
 * followed.
 */
function scriptsBelow({ station: { files } }: Looked, folder: string): Found {
  const found: string[] = [];
  let seen = 0;
  const walk = (at: string, depth: number): void => {
    for (const one of files.list(at)) {
      if (seen >= MOST) return;
      seen++;
      const path = join(at, one);
      const kind = files.stat(path)?.kind;
      if (kind === "file" && SCRIPT.test(one)) found.push(path);
      else if (kind === "folder" && depth > 0) walk(path, depth - 1);
    }
  };
  if (files.stat(folder)?.kind === "folder") walk(folder, DEEPEST);
  return { scripts: found.sort(), cut: seen >= MOST };
}

const NOTHING: Found = { scripts: [], cut: false };

function below(looked: Looked, folder: string): Found {
  const { searched } = looked.station;
  try {
    return searched ? { scripts: searched(folder, SCRIPT), cut: false } : scriptsBelow(looked, folder);
  } catch (error) {
    if (error instanceof NotGathered) return NOTHING;
    throw error;
  }
}

const HELP = say`leave the three TC_SSO_* keys empty for sign-in by password, or install the session agent and name its folder in ${name(VARIABLE)} for the machine; a route by TCCS needs an address that ends in /tccs`;

const ENDS = say`sign-in ends with 'Session Agent could not be started'`;

const missing = (looked: Looked, url: Text, known: readonly Text[]): Answer =>
  answer("fail", say`TC_SSO_LOGIN_URL is ${url}, and no session agent is found: ${ENDS}`, {
    ...{ details: known, help: HELP },
    control: existenceControl(looked),
  });

/** Returns the answer of the check if a start script exists, but not in the folder that TCSSO_SESSION_AGENT_PATH names. */
const unnamed = (looked: Looked, script: string, url: Text, known: readonly Text[]): Answer =>
  answer(
    "fail",
    say`TC_SSO_LOGIN_URL is ${url}, and ${name(VARIABLE)} does not lead to the start script that lies below the tool: ${ENDS}`,
    {
      details: known,
      help: say`set ${name(VARIABLE)} for the machine to ${name(looked.station.shown(folderOf(script)))} and start the tool anew, or leave the three TC_SSO_* keys empty for sign-in by password`,
      control: existenceControl(looked),
    },
  );

/** Describes where a start script of the session agent was found, and what TCSSO_SESSION_AGENT_PATH contains. */
function whereabouts(
  { station }: Looked,
  variable: string | null,
  own: readonly string[],
  { scripts, cut }: Found,
): readonly Text[] {
  const [script = null] = scripts;
  const [first = null] = own;
  return [
    variable === null
      ? say`${name(VARIABLE)} is not known: ${[station.noVariables]}`
      : variable === ""
        ? say`${name(VARIABLE)} is not set`
        : say`${name(VARIABLE)} is ${name(variable)}: ${first === null ? say`no start script in it` : name(station.shown(first))}`,
    script !== null
      ? say`below the tool: ${name(station.shown(script))}`
      : say`no start script below the tool${[cut ? `, as far as was looked: ${MOST} files and folders` : ""]}`,
  ];
}

export const check: Check = {
  id: "sso/session-agent",
  asks: "what TC_SSO_LOGIN_URL asks for is there: nothing for an empty one, else the session agent's start script, or TCCS",
  otherwise:
    "sign-in ends with 'Session Agent could not be started': the address alone decides, whatever TC_SSO_SESSION_FLAG says",
  control: "the installation's folder is found, and a name that nobody made is not",
  needs: [],
  order: 75,
  run(looked) {
    const { station, places } = looked;
    const connector = liveFile(looked, "connector");
    if (!connector) return answer("skip", say`the connector's settings cannot be read here`);
    const url = connector.values.get("TC_SSO_LOGIN_URL") ?? "";
    const configured = liveFile(looked, "client")?.values.get(INITIALIZER) ?? connector.values.get(INITIALIZER) ?? "";
    const route = selectRoute(url, configured);
    const variable = station.variables ? (station.variables(VARIABLE)?.trim() ?? "") : null;
    const found = below(looked, places.install);
    const [script = null] = found.scripts;
    const named = variable ? nativePath(variable, station.where) : null;
    const ofVariable = named === null ? [] : below(looked, named).scripts;
    const control = existenceControl(looked);
    const known = whereabouts(looked, variable, ofVariable, found);
    if (route.initializer === "none")
      return answer("pass", say`TC_SSO_LOGIN_URL is empty: sign-in is by user name and password`, { details: known, control });
    const shown = shownAddress(url);
    if (route.initializer !== "session-agent")
      return answer(
        "warn",
        say`TC_SSO_LOGIN_URL is ${shown}: ${[route.because]}; it needs ${[route.needs ?? "nothing"]}, which is not looked for here`,
        { details: known, help: HELP, control },
      );
    if (ofVariable.length > 0)
      return answer("pass", say`TC_SSO_LOGIN_URL is ${shown}, and the session agent's start script is there`, {
        details: known,
        control,
      });
    if (variable === null) {
      const there = script !== null ? say`a start script is there` : say`no start script is found below the tool`;
      return answer(
        "warn",
        say`TC_SSO_LOGIN_URL is ${shown}; ${there}, and whether ${name(VARIABLE)} names a folder with one is not known`,
        { details: known, help: HELP, control },
      );
    }
    return script === null ? missing(looked, shown, known) : unnamed(looked, script, shown, known);
  },
};
