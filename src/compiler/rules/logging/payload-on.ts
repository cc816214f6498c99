import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { type Problem, defineDiagnostic, name, placeOf, quotedName, say } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check({ environment, files }: CompiledEnvironment): Iterable<Problem> {
  const payload = files.logger?.keys.get("isPayloadRequired")?.decision;
  if (payload && !payload.secret && payload.value.trim().toLowerCase() === "true") {
    const folder = files.logger?.keys.get("jsonPayloaddir")?.decision.value ?? "";
    yield payloadOn.at(payload.place, { seen: "payload", folder }, { pointer: payload.pointer });
  }
  for (const [key, { decision }] of files.logger?.keys ?? []) {
    const level = decision.secret ? "" : decision.value.trim();
    if (!/^trace$/i.test(level) && !(/^all$/i.test(level) && /level$/i.test(key))) continue;
    yield payloadOn.at(decision.place, { seen: "file", key, level }, { pointer: decision.pointer });
  }
  for (const [logger, { value }] of environment.logging.levels) {
    if (!/^\s*(?:trace|all)\s*$/i.test(value.text)) continue;
    const args: Args = { seen: "trace", logger: logger === "root" ? "" : logger, level: value.text };
    yield payloadOn.at(placeOf(value.span), args, {
      pointer: value.pointer,
      follows: [{ environment: environment.name, key: args.logger }],
    });
  }
}

type Args =
  | { readonly seen: "payload" /** The folder of payload dumps; '' if none is set. */; readonly folder: string }
  /** A level that the kit, the installed file or the repository sets in the connector's logger.properties. */
  | { readonly seen: "file"; readonly key: string; readonly level: string }
  | { readonly seen: "trace" /** The logger's name; '' for the root logger. */; readonly logger: string; readonly level: string };

const ENVIRONMENT = "environments/demo/environment.yaml";
const PAYLOAD = "payload: { enabled: false, dir: C:/Temp/payload }";

const GROWS = say`nearly every step is logged with its data, and the log grows with use`;

const payloadOn = defineDiagnostic({
  id: "logging/payload-on",
  severity: "warning",
  because: ["logging/debug-logger"],
  title: "payload logging, or a logger at TRACE, is switched on",
  why: "Payload dumps hold every request, including the sign-in password. Nobody deletes these files, and TRACE writes a line for nearly every step. Both are for an investigation only, and compiled settings reach every workstation until somebody switches them off.",
  remedy: "After an investigation, set logging.payload.enabled to false and the level to INFO, and delete what was written.",
  clauses: ["H4"],
  message: (found: Args) => {
    if (found.seen === "payload")
      return {
        message: say`payload logging is switched on`,
        notes: [
          say`every request and response is written to ${found.folder === "" ? say`the folder that the connector chooses` : name(found.folder)}, including the sign-in password`,
        ],
        help: say`set logging.payload: { enabled: false } after the investigation, and delete what was written`,
      };
    if (found.seen === "file")
      return {
        message: say`${name(found.key)} of the logger file is ${name(found.level)}`,
        notes: [GROWS],
        help: say`set it to INFO or WARN in workstation.set.logger; raise it for the time of an investigation only`,
      };
    const logger = found.logger === "" ? say`the root logger` : say`the logger ${quotedName(found.logger)}`;
    return {
      message: say`logging.levels sets ${logger} to ${name(found.level)}`,
      notes: [GROWS],
      help: say`set it to INFO or WARN; raise it for the time of an investigation only`,
    };
  },
  fails: { file: ENVIRONMENT, replace: PAYLOAD, with: "payload: { enabled: true, dir: C:/Temp/payload }" },
  passes: [
    { file: ENVIRONMENT, replace: PAYLOAD, with: "payload: { enabled: false, dir: D:/payload }" },
    { file: ENVIRONMENT, replace: PAYLOAD, with: "levels: { com.example.connection: INFO }" },
  ],
});

export const rule: EnvironmentRule = { ...payloadOn, scope: "environment", check };
