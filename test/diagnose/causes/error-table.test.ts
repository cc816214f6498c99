import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { causesOfWords } from "../../../src/diagnose/causes/described.ts";
import { causesOf } from "../../../src/diagnose/causes/match.ts";
import { CAUSES } from "../../../src/diagnose/causes/registry.generated.ts";
import { notRun } from "../../support/not-run.ts";
import { readLog } from "./reading.ts";

const FOLDER = fileURLToPath(new URL("../../../../shared/spec/", import.meta.url));

/** First column of the table below the heading Errors. */
function rows(): readonly string[] {
  if (!existsSync(FOLDER)) return [];
  const text = readdirSync(FOLDER)
    .map((name) => readFileSync(join(FOLDER, name), "utf8"))
    .join("\n");
  const section = /\n## Errors\n([\s\S]*?)\n## /.exec(text)?.[1] ?? "";
  return [...section.matchAll(/^\| (.+?) \|/gm)]
    .map(([, cell]) => cell as string)
    .slice(1)
    .filter((cell) => !/^-+$/.test(cell));
}

const ROWS = rows();

/** How a row is known, whose cause it is, and what is close to it and another matter. `seen`: nothing of it stands in a log. */
const TABLE: readonly (readonly [row: RegExp, id: string, lookAlike: string, seen?: "seen"])[] = [
  [/^HTTP 405/, "tier/release-mismatch", "HTTP 404: content is not allowed here"],
  [/^license problem/, "license/port-reserved", "the license of this library is MIT"],
  [/cannot find the path/, "conf/single-backslash", "the system cannot find the user at export"],
  [/^red borders/, "kit/stale-profile", "red errors in the log", "seen"],
  [/^blank embedded/, "conf/embedded-browser", "a blank line in the web client's settings", "seen"],
  [/will not license on relaunch/, "tool/startup-modals", "the tool starts and is licensed", "seen"],
  [/^'Communication with the server was lost/, "tier/backend-lost", "Communication with the license server was restored."],
  [/Session Agent could not/, "sso/session-agent-missing", "Session Agent started"],
  [/^connection object null/, "conf/no-context-root", "connection object is reused on every operation"],
  [/bridge timeout/, "tool/modal-blocks-bridge", "the script bridge of the tool was started in 180 ms"],
  [/^menus do not render/, "tool/always-on-top", "menus are rendered in German", "seen"],
  [/^second tool instance/, "tool/second-instance", "the second instance of the pool manager started", "seen"],
  [/error-invalid-length/, "idp/username-too-short", "error-invalid-length with params email, 3, 255"],
  [/userid_claim/, "sso/userid-claim-empty", "tcsso.oidc.userid_claim = preferred_username"],
  [/^'Invalid parameter: redirect_uri'/, "sso/reply-url-empty", "redirect_uri=https://plm.example.com/weblogin/oidc_callback"],
  [/^vault secret-load/, "sso/vault-dead-end", "vault is unsealed, init was successful", "seen"],
  [/^515143/, "tier/stale-pool-manager", "515143 objects were exported"],
  [/client_secret'/, "sso/vault-not-ready", "tcsso.oidc.client_secret was loaded; ApplicationContext started"],
  [/General HTTP exception/, "sso/vault-not-ready", "General HTTP settings were read"],
  [/^no SSO option/, "idp/issuer-loopback", "an option of the console is shown", "seen"],
  [/invalid csrf token/, "consumer/wrong-trigger", "403 Forbidden: token expired"],
  [/^IdP writes returning 201/, "idp/name-stored-wrong", "POST returned 201 Created", "seen"],
  [/Action listener failed/, "consumer/display-errors", "Action listener was registered"],
  [/^plaintext client secret/, "consumer/secret-in-log", "client_secret=********", "seen"],
];

/** The causes beyond the table. */
const BEYOND = [
  ...["client-refused", "client-secret-wrong", "pkce-mismatch", "redirect-not-registered", "scope-missing"].map(
    (one) => `idp/${one}`,
  ),
  ...["user-locked", "wrong-password"].map((one) => `idp/${one}`),
  ...["all-in-use", "expired", "no-server"].map((one) => `license/${one}`),
  ...["expired", "not-yet-valid", "revoked", "weak-algorithm", "wrong-name"].map((one) => `trust/${one}`),
  "kit/java-floor",
  "tier/wrong-password",
  "conf/bom",
  "conf/doubled-context-root",
  "conf/payload-dir-unset",
  "cutover/old-address",
  "sso/not-installed",
  "sso/null-private-key",
  "tier/half-switch",
  "tier/wrong-operation",
  "trust/pkix",
];

/** Said of a wrong password, too: alone it is no sign of a pool manager. */
const NOT_ALONE = ["Invalid account values"];

const idsOf = (text: string): readonly string[] => causesOfWords(text).map(({ cause }) => cause.id);
const inLog = (text: string): string =>
  `2026-03-04 10:12:13,482 ERROR [main] c.e.Session - failed\r\n${text}\r\n2026-03-04 10:12:13,483 INFO  [main] c.e.Session - next\r\n`;
const idsInLog = (text: string): readonly string[] => readLog(inLog(text)).causes.map(({ cause }) => cause.id);

function theRows(): readonly (readonly [row: string, id: string, seen: boolean])[] {
  if (ROWS.length === 0) notRun("the specification's error table is not beside this repository");
  return ROWS.map((row) => {
    const [, id = "none", , seen] = TABLE.find(([known]) => known.test(row)) ?? [];
    return [row, id, seen === "seen"];
  });
}

test("[H7] every row of the specification's error table has its cause", () => {
  const known = theRows();
  expect(known.length).toBe(TABLE.length);
  expect(known.filter(([row, id]) => idsOf(row)[0] !== id).map(([row]) => row)).toEqual([]);
  expect(CAUSES.map(({ id }) => id).filter((id) => !known.some(([, of]) => of === id) && !BEYOND.includes(id))).toEqual([]);
});

test("[H1,H7] every message of the table is known by itself", () => {
  const messages = theRows().flatMap(([row, id]) =>
    [...row.matchAll(/'([^']+)'/g)].map(([, message]) => [message as string, id] as const),
  );
  expect(messages.length).toBeGreaterThan(10);
  for (const [message, id] of messages)
    expect(causesOf(message)[0]?.cause.id, message).toBe(NOT_ALONE.includes(message) ? undefined : id);
});

test("[H1,H7] every row with a message is known inside a log, on the line after the one with ERROR", () => {
  for (const [row, id, seen] of theRows()) {
    const { causes } = readLog(inLog(row));
    if (!seen) expect(causes[0]?.cause.id, row).toBe(id);
    for (const { line } of causes) expect(line, row).toBe(2);
  }
});

test("[H1,H7] what is close to a row and another matter is not taken for it, by itself, as a description or inside a log", () => {
  for (const [, id, lookAlike] of TABLE) {
    expect(
      causesOf(lookAlike).map(({ cause }) => cause.id),
      lookAlike,
    ).not.toContain(id);
    expect(idsOf(lookAlike), lookAlike).not.toContain(id);
    expect(idsInLog(lookAlike), lookAlike).not.toContain(id);
  }
});

test("[H7] what lies beyond the table is there, too", () => {
  expect(CAUSES.map(({ id }) => id)).toEqual(expect.arrayContaining(BEYOND));
});
