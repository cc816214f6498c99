import { say, words } from "../../../kernel/index.ts";
import { parseAddress } from "../../../compiler/index.ts";
import type { Check } from "../check.ts";
import { liveFile } from "../looked.ts";
import { neededOptions } from "../needed-options.ts";
import { answer, shownAddress } from "../words.ts";

/**
 * Returns the consequence of a TC_SERVER_URL that does not end at the context root /tc or names no port; null if the address is correct.
 */
function fault(text: string): string | null {
  const address = parseAddress(text);
  if (!address) return "it is no address, so no request can be made";
  const { path, tail, port } = address;
  if (tail !== "") return "the text after the path becomes part of every request, and the tier answers none of them";
  if (/^(\/tc){2,}\/?$/.test(path)) return "/tc appears twice, and every request fails with a message of the server";
  if (path === "" || path === "/") return "without /tc the connection object is null on every operation";
  if (path !== "/tc") return "it has to end at /tc and nothing further: the connector appends RestServices itself";
  return port === null ? "it names no port, and none is assumed: write the tier's own" : null;
}

export const check: Check = {
  id: "tier/context-root",
  asks: "TC_SERVER_URL ends at the context root /tc and names the tier's port",
  otherwise: "without /tc the connection object is null on every operation; with /tc/tc the server refuses every request",
  control: "none: it is read from the file, and no server is asked",
  needs: [],
  order: 35,
  run(looked) {
    const live = liveFile(looked, "connector");
    if (!live) return answer("skip", say`the connector's settings file is not there`);
    const text = live.values.get("TC_SERVER_URL");
    const help = say`correct tier.signIn in the environment and install the settings bundle ${neededOptions(looked)}`;
    if (text === undefined)
      return answer("fail", say`the connector's settings have no TC_SERVER_URL that Java can read`, { help });
    const wrong = fault(text);
    const shown = shownAddress(text);
    if (wrong === null) return answer("pass", say`sign-in goes to ${shown}`);
    return answer("fail", say`TC_SERVER_URL is ${text === "" ? words("empty") : shown}: ${words(wrong)}`, { help });
  },
};
