import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { rankOf } from "../../../src/diagnose/causes/match.ts";
import { notRun } from "../../support/not-run.ts";
import { readLog } from "./reading.ts";

const FOLDER = fileURLToPath(new URL("../../../../shared/corpus/keycloak-wire/events/", import.meta.url));

/** A line of the index: the fault that was made, and the lines of its events in both logs of a version. */
interface Made {
  readonly fault: string;
  readonly version: string;
  readonly type: string;
  readonly error: string;
  readonly reason: string;
  readonly text: readonly number[];
  readonly json: readonly number[];
}

/** Returns first and last line; empty if that log has no line of the fault. */
const range = (cell = ""): readonly number[] => (/^\d+-\d+$/.test(cell) ? cell.split("-").map(Number) : []);

function made(): readonly Made[] {
  if (!existsSync(`${FOLDER}INDEX.tsv`)) notRun("the events of an identity provider are not beside this repository");
  return readFileSync(`${FOLDER}INDEX.tsv`, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [fault = "", version = "", , level = "", error = "", reason = "", text, json] = line.split("\t");
      return { fault, version, type: level.replace(/^\S+ /, ""), error, reason, text: range(text), json: range(json) };
    });
}

const WRONG_PASSWORD = ["invalid_user_credentials", "user_not_found"];
const LOCKED = ["user_disabled", "user_temporarily_disabled", "resolve_required_actions"];
const REFUSED = ["client_not_found", "client_disabled", "realm_disabled", "not_allowed"];
const PKCE = ["code_verifier_missing", "pkce_verification_failed", "invalid_code_verifier"];

/** Returns the cause of an event, by the reference and not by the code that is tested; null if none of the catalog is its cause. */
function causeOf({ fault, type, error, reason }: Made): string | null {
  if (WRONG_PASSWORD.includes(error)) return "idp/wrong-password";
  if (LOCKED.includes(error)) return "idp/user-locked";
  if (REFUSED.includes(error)) return "idp/client-refused";
  if (PKCE.includes(error) || /code[_ ]challenge/.test(reason)) return "idp/pkce-mismatch";
  if (error === "invalid_client_credentials") return "idp/client-secret-wrong";
  if (/^Invalid scopes|openid scope/.test(reason)) return "idp/scope-missing";
  if (error !== "invalid_redirect_uri") return null;
  return type === "LOGIN_ERROR" && /(?:empty|no) redirect_uri/.test(fault)
    ? "sso/reply-url-empty"
    : "idp/redirect-not-registered";
}

const claimed = (log: string): readonly string[] =>
  readLog(log)
    .causes.filter(({ confidence }) => rankOf(confidence) > 1)
    .map(({ cause }) => cause.id);

test.each(["text", "json"] as const)("[H8] every real event in %s has its cause and no other one", (form) => {
  const all = made().filter((one) => one[form].length > 0);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((one) => causeOf(one) !== null).length).toBeGreaterThan(form === "text" ? 80 : 60);
  const wrong = all.flatMap((one) => {
    const [from = 1, to = from] = one[form];
    const lines = readFileSync(`${FOLDER}${one.version}-${form}.log`, "utf8")
      .split("\n")
      .slice(from - 1, to);
    const found = claimed(lines.join("\n"));
    const expected = causeOf(one);
    const right = expected === null ? found.length === 0 : found.length === 1 && found[0] === expected;
    return right ? [] : [[one.version, one.fault, expected, found]];
  });
  expect(wrong).toEqual([]);
});
