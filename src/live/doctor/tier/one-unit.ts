import { type Text, name, say } from "../../../kernel/index.ts";
import { parseAddress } from "../../../compiler/index.ts";
import type { Check } from "../check.ts";
import { liveFile, type LiveFile } from "../looked.ts";
import { neededOptions } from "../needed-options.ts";
import { answer, describeCount, shownAddress, shownValue } from "../words.ts";

const TRANSPORTS = ["Transport", "TRANSPORT", "IS_TCCS"] as const;

/**
 * Returns the transport that a key of `TRANSPORTS` selects, in small letters. IS_TCCS is true for tccs and false for http; the others have
 * the transport's name as their value.
 */
function meaning(key: string, value: string): string {
  const lower = value.trim().toLowerCase();
  return key === "IS_TCCS" ? (lower === "true" ? "tccs" : lower === "false" ? "http" : lower) : lower;
}

interface Setting {
  readonly file: string;
  readonly key: string;
  readonly value: string;
  readonly means: string;
}

const settingsOf = ({ role, values }: LiveFile): readonly Setting[] =>
  TRANSPORTS.flatMap((key) => {
    const value = values.get(key);
    return value === undefined ? [] : [{ file: role, key, value, means: meaning(key, value) }];
  });

/**
 * Returns a line if `key` of connector.properties and `copy` of CommonClient.properties are different addresses; an empty list if they are
 * equal or one is missing.
 */
function other(connector: LiveFile, client: LiveFile, key: string, copy: string): readonly Text[] {
  const [own, second] = [connector.values.get(key), client.values.get(copy)];
  if (own === undefined || second === undefined || own.trim() === second.trim()) return [];
  const [a, b] = [parseAddress(own.trim()), parseAddress(second.trim())];
  if (a && b && a.host === b.host && a.port === b.port && a.path.replace(/\/$/, "") === b.path.replace(/\/$/, "")) return [];
  return [
    say`${name(key)} of the connector is ${shownAddress(own)}, ${name(copy)} of the client library is ${shownAddress(second)}`,
  ];
}

export const check: Check = {
  id: "tier/one-unit",
  asks: "both files name one tier and one transport",
  otherwise:
    "the connector and its client library each read their own copy: sign-in and transfers take different ways, and one of them fails or reaches another tier",
  control: "none: both files are read, and no server is asked",
  needs: [],
  order: 36,
  run(looked) {
    const [connector, client] = [liveFile(looked, "connector"), liveFile(looked, "client")];
    if (!connector || !client) return answer("skip", say`it needs both files, and one of them cannot be read here`);
    const settings = [connector, client].flatMap(settingsOf);
    const [first] = settings;
    const transports = settings.every(({ means }) => means === first?.means)
      ? []
      : settings.map(({ file, key, value }) => say`${name(key)} of the ${[file]} file is ${shownValue(key, value)}`);
    const details = [
      ...other(connector, client, "TC_SERVER_URL", "URL"),
      ...other(connector, client, "AWC_WEBLOGIC_HOST_URL", "AWC_WEBLOGIC_HOST_URI"),
      ...transports,
    ];
    if (details.length === 0)
      return answer("pass", say`both files name one tier and one transport (${describeCount(settings.length, "setting")})`);
    return answer("fail", say`the two files do not belong together: one of them was changed alone`, {
      details,
      help: say`install the settings bundle of the environment: it writes the pairs of both files as one unit ${neededOptions(looked)}; then restart the tool`,
    });
  },
};
