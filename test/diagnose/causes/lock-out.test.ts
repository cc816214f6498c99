import { describe, expect, test } from "vitest";
import { pasted } from "./reading.ts";

const ANNA = "8c1f2f8e-5c1d-4a00-9a7e-0c6f1d2b3a01";
const BERT = "77e0c0de-0b1d-4d00-8a7e-0c6f1d2b3a02";
let second = 10;

/** Returns an event of a user in a line of the identity provider's log. */
const event = (error: string, id: string, name: string): string =>
  `2026-11-20 07:00:${second++},100 WARN  [org.keycloak.events] (executor-thread-3) type="LOGIN_ERROR", realmId="9f27", realmName="plm", clientId="awc", userId="${id}", ipAddress="192.0.2.7", error="${error}", auth_method="openid-connect", username="${name}"`;
const wrong = (id = ANNA, name = "anna"): string => event("invalid_user_credentials", id, name);
const locked = (id = ANNA, name = "anna"): string => event("user_temporarily_disabled", id, name);
const LOCKED_BY_FORCE = `2026-11-20 07:01:00,100 DEBUG [org.keycloak.events] (executor-thread-4) type="USER_DISABLED_BY_TEMPORARY_LOCKOUT", realmId="9f27", realmName="plm", clientId="null", userId="${ANNA}", ipAddress="192.0.2.7", reason="brute_force_attack detected", num_failures="5"`;

const all = (causes: ReturnType<typeof pasted>): readonly string[] =>
  causes.map(({ cause, confidence }) => `${cause.id} ${confidence}`);
const inLog = (...lines: readonly string[]) => all(pasted(lines.join("\n")));
/** Returns the causes of events without the head of their lines, as people copy them from a console. */
const inPiece = (...lines: readonly string[]) => all(pasted(lines.map((line) => line.replace(/^.*?type=/, "type=")).join("\n")));

const LOCK_FIRST = ["idp/user-locked high", "idp/wrong-password low"];

describe.each([
  ["a log", inLog],
  ["a piece of one", inPiece],
] as const)("[H8] a lock after wrong passwords in %s", (_, found) => {
  test("is the cause, and the passwords that led to it are a hint", () => {
    expect(found(wrong(), wrong(), locked())).toEqual(LOCK_FIRST);
    expect(found(wrong(), event("user_disabled", ANNA, "anna"))).toEqual(LOCK_FIRST);
  });

  test("by the event of the brute force protection, which has no error", () => {
    expect(found(wrong(), wrong(), LOCKED_BY_FORCE)).toEqual(LOCK_FIRST);
  });

  test("is that of the user whose name was written otherwise", () => {
    expect(found(wrong(ANNA, "anna@example.com"), locked())).toEqual(LOCK_FIRST);
  });

  test("does not explain the wrong password of somebody else", () => {
    expect(found(wrong(), wrong(BERT, "bert"), locked())).toEqual(["idp/user-locked high", "idp/wrong-password high"]);
  });

  test("does not explain a wrong password after it", () => {
    expect(found(locked(), wrong())).toEqual(["idp/wrong-password high", "idp/user-locked high"]);
  });

  test("is not there after wrong passwords alone", () => {
    expect(found(wrong(), wrong())).toEqual(["idp/wrong-password high"]);
  });
});

test("[H8] a client's answer that names no user is a hint beside the event of the lock", () => {
  const answer =
    '2026-11-20 07:02:00,100 ERROR [client] {"error":"invalid_grant","error_description":"Invalid user credentials"}';
  expect(inLog(locked(), answer)).toEqual(LOCK_FIRST);
  expect(inLog(answer)).toEqual(["idp/wrong-password high"]);
});

test("[H8] a lock of an account that a setting names is no lock", () => {
  expect(inLog('2026-11-20 07:00:00 INFO [config] eventTypes=["LOGIN","USER_DISABLED_BY_TEMPORARY_LOCKOUT"]')).toEqual([]);
});
