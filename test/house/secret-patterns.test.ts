import { expect, test } from "vitest";
import { expressionsIn } from "../support/expressions/sources.ts";
import { below } from "./project.ts";

/* What is a secret is judged in src/kernel/secrets alone. Another expression that names one says here what else it decides. */

const WORD = /passw|passphrase|passcode|kennwort|pwd|secret|(?<!nm)token|credential|api.?key/i;

const DECIDES_ANOTHER_THING: Readonly<Record<string, string>> = {
  "src/serve/action/masks.ts: PWD": "which variables the runner sets",
  "src/diagnose/causes/consumer/display-errors.ts: Unexpected token": "the words of a reader of JSON",
  "src/diagnose/causes/evidence/page.ts: Unexpected token": "the words of a reader of JSON",
  "src/diagnose/causes/evidence/page.ts: Unrecognized token": "the words of a reader of JSON",
  "src/diagnose/causes/facts.ts: client_secret_basic": "the names of kinds of client authentication",
  "src/diagnose/causes/facts.ts: token": "whether a log speaks of a sign-in by a ticket",
  "src/diagnose/causes/facts.ts: password": "whether a log speaks of a sign-in by password",
  "src/diagnose/causes/evidence/credentials.ts: password": "the words of a server's error",
  "src/diagnose/causes/consumer/secret-in-log.ts: property: tcsso": "the name of a property that a message names",
  "src/diagnose/causes/evidence/reported.ts: password policy": "the headings of documents",
  "src/diagnose/causes/evidence/sign-in-service.ts: password": "the words of a sign-in page",
  "src/diagnose/causes/idp/client-secret-wrong.ts: expired": "the words of a server's error",
  "src/diagnose/causes/idp/scope-missing.ts: token": "whether a record speaks of a claim of a token",
  "src/diagnose/causes/idp/user-locked.ts: password": "the words of a server's error",
  "src/diagnose/causes/idp/username-too-short.ts: passw": "whether a length is that of a user id",
  "src/diagnose/causes/idp/wrong-password.ts: password": "the words of a server's error",
  "src/diagnose/causes/tier/wrong-password.ts: password": "the words of a server's error",
  "src/diagnose/causes/idp/wrong-password.ts: user credentials": "the words of a server's error",
  "src/diagnose/causes/idp/client-secret-wrong.ts: credentials": "the words of a server's error",
  "src/diagnose/causes/sso/reply-url-empty.ts: CODE_TO_TOKEN": "the type of an event",
  "src/diagnose/causes/evidence/idp-event.ts: CODE_TO_TOKEN_ERROR": "the type of an event",
  "src/diagnose/causes/evidence/idp-event.ts: REFRESH_TOKEN_ERROR": "the type of an event",
  "src/diagnose/causes/sso/vault-dead-end.ts: secret": "the words of a server's error",
  "src/diagnose/causes/sso/vault-dead-end.ts: client_?secret": "the name of a property that a message names",
  "src/diagnose/causes/sso/vault-not-ready.ts: client_secret": "the name of a property that a message names",
  "src/diagnose/causes/sso/vault-not-ready.ts: password": "the words of a server's error",
  "src/live/commands/idp/wanted.ts: secret": "groups of rules by the beginning of their ids",
  "src/live/idp/kinds/client.ts: client\\.secret": "attributes that the identity provider writes by itself",
  "src/live/idp/kinds/kind.ts: client\\.secret": "attributes that the identity provider writes by itself",
  "src/live/probe/support/sign-in-page.ts: client_secret": "the words of a server's error",
  "src/live/probe/support/sign-in-page.ts: token": "the words of a server's error",
  "src/live/probe/support/tier-answer.ts: Credentials": "the name of a tier's error",
  "src/live/soa/meaning.ts: Credentials": "the name of a tier's error",
  "src/live/soa/cookies.ts: TOKEN": "the cookie whose value a request has to repeat",
};

/** The entry that allows an expression; null: none does. */
const entryOf = (path: string, source: string): string | null =>
  Object.keys(DECIDES_ANOTHER_THING).find((key) => {
    const [file = "", word = ""] = key.split(": ");
    return file === path && source.includes(word);
  }) ?? null;

const found = below("src", /(?<!\.d)\.m?ts$/)
  .filter((path) => !path.startsWith("src/kernel/secrets/"))
  .flatMap((path) => expressionsIn(path))
  .filter(({ source }) => WORD.test(source));

test("[E3] no expression outside of the kernel judges what is a secret", () => {
  const own = found.filter(({ path, source }) => entryOf(path, source) === null);
  expect(own.map(({ path, line, source }) => `${path}:${line}: ${source}`)).toEqual([]);
});

test("every exception is one", () => {
  const used = new Set(found.map(({ path, source }) => entryOf(path, source)));
  const words = Object.keys(DECIDES_ANOTHER_THING).filter((key) => {
    const [file = "", word = ""] = key.split(": ");
    return !found.some(({ path, source }) => path === file && source.includes(word));
  });
  expect(used.size).toBeGreaterThan(8);
  expect(words).toEqual([]);
});

test("a pattern of its own is found in made-up code", () => {
  const text = "export const isSecret = (key: string) => /^(?:db_)?passwd$|api_key/.test(key);\n";
  const [one] = expressionsIn("src/made-up.ts", text);
  expect([WORD.test(one?.source ?? ""), entryOf("src/made-up.ts", one?.source ?? "")]).toEqual([true, null]);
});
