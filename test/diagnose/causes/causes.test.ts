import { describe, expect, test } from "vitest";
import type { Cause } from "../../../src/diagnose/causes/cause.ts";
import { causesOfWords, describes, nearTo } from "../../../src/diagnose/causes/described.ts";
import { anchorsOf, causesOf } from "../../../src/diagnose/causes/match.ts";
import { findCommand } from "../../../src/report/command/parse.ts";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { PROBES } from "../../../src/live/probe/registry.generated.ts";
import { CAUSES } from "../../../src/diagnose/causes/registry.generated.ts";
import { meaningOfCode } from "../../../src/live/soa/meaning.ts";
import { readLog } from "./reading.ts";

const ids = (matches: readonly { readonly cause: Cause }[]): readonly string[] => matches.map(({ cause }) => cause.id);

/** A message as the connector logs it: on the line after the one with the level. */
const inLog = (message: string): string =>
  [
    "2026-03-04 10:12:12,001 INFO  [main] c.e.Session - reading settings",
    "2026-03-04 10:12:13,482 ERROR [main] c.e.Session - request failed",
    message,
    "2026-03-04 10:12:14,002 INFO  [main] c.e.Session - waiting",
    "",
  ].join("\r\n");

test("[H1] causes stand once each, in order, and say all that a person is told", () => {
  expect(CAUSES.map(({ id }) => id)).toEqual([...new Set(CAUSES.map(({ id }) => id))].sort());
  for (const cause of CAUSES) {
    const { title, states, why, check, log } = cause;
    for (const text of [title, states, cause.cause, why, check.does, check.control, log])
      expect(text, cause.id).toMatch(/\S.{10,}/);
    for (const list of [cause.action, cause.evidence, cause.deadEnds, cause.symptoms, cause.lookAlikes])
      expect(list.length, cause.id).toBeGreaterThan(0);
    if (cause.signs.length > 0) expect(cause.matches.length, cause.id).toBeGreaterThan(0);
    for (const sign of cause.signs) expect(anchorsOf(sign).length, `${cause.id}: a sign needs a literal`).toBeGreaterThan(0);
    for (const id of cause.excludes)
      expect(
        CAUSES.map((other) => other.id),
        cause.id,
      ).toContain(id);
  }
});

describe.each(CAUSES.map((cause) => [cause.id, cause] as const))("[H1] %s", (id, cause) => {
  test("its messages are known by themselves and inside a log", () => {
    expect(cause.matches.length > 0).toBe(cause.signs.length > 0);
    for (const message of cause.matches) {
      expect(ids(causesOf(message)), message).toContain(id);
      const found = readLog(inLog(message)).causes.find((one) => one.cause.id === id);
      expect(found, message).toMatchObject({ file: "a.log", count: 1 });
      expect(found?.line, message).toBeGreaterThan(2);
      expect(found?.endLine, message).toBeLessThan(3 + message.split("\n").length);
    }
  });

  test("what is seen is known in a person's words", () => {
    for (const symptom of cause.symptoms) {
      expect(describes(symptom, symptom.says), symptom.says).toBe(true);
      expect(ids(causesOfWords(symptom.says)), symptom.says).toContain(id);
    }
    expect(ids(causesOfWords(id))).toEqual([id]);
  });

  test("what only looks like it is not taken for it", () => {
    const claimed = (matches: readonly { readonly cause: Cause; readonly confidence: string }[]) =>
      ids(matches.filter(({ confidence }) => confidence !== "low"));
    expect(cause.lookAlikes.length).toBeGreaterThanOrEqual(3);
    for (const [kind, text] of cause.lookAlikes) {
      const reports = kind === "quote" || kind === "success";
      expect(claimed(reports ? causesOf(text) : causesOfWords(text)), text).not.toContain(id);
      expect(claimed(readLog(reports ? `2026-03-04 10:12:13,482 INFO [main] ${text}` : inLog(text)).causes), text).not.toContain(
        id,
      );
    }
  });
});

test("[H1] the type of an exception and a code decide, not the sentence beside them", () => {
  expect(ids(causesOf("org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; どこかの文"))).toEqual([
    "tier/release-mismatch",
  ]);
  expect(ids(causesOf('{".QName":"x.InternalServerException","messages":[{"code":1003,"message":"…"}]}'))).toEqual([
    "tier/backend-lost",
  ]);
  expect(ids(causesOf('InternalServerException {"code": 10030}'))).toEqual([]);
  expect(ids(causesOf("java.io.FileNotFoundException: C:exporteModell.mdzip (das steht hier in keiner Sprache)"))).toEqual([
    "conf/single-backslash",
  ]);
});

test("[H1] a code that somebody passes on without a word beside it is known, and never more than a medium guess", () => {
  for (const [said, id] of [
    ["515143", "tier/stale-pool-manager"],
    ["code 1003", "tier/backend-lost"],
    [" 1003.", "tier/backend-lost"],
    ["214086", "tier/wrong-operation"],
    ["214022", "tier/wrong-operation"],
    ["405", "tier/release-mismatch"],
    ["Fehler: 515143", "tier/stale-pool-manager"],
  ] as const) {
    const [match] = causesOfWords(said);
    expect(match?.cause.id, said).toBe(id);
    expect(said.trim().length > 6 || match?.confidence === "medium", said).toBe(true);
  }
  for (const said of ["404", "5151430", "51514", "1003 files", "2140", "200"]) expect(ids(causesOfWords(said)), said).toEqual([]);
});

test("[H1] a word or two out of a message lead to what they may belong to, and a word of no cause to nothing", () => {
  const near = (text: string) => nearTo(text).map(({ id }) => id);
  expect(near("prolog")).toEqual(["tier/release-mismatch"]);
  expect(near("PKIX")).toContain("trust/pkix");
  expect(near("license")[0]).toBe("license/port-reserved");
  expect(near("license localhost")).toContain("tool/startup-modals");
  expect(near("redirect_uri")).toContain("sso/reply-url-empty");
  expect(near("UnsatisfiedLinkError")).toEqual(["conf/embedded-browser"]);
  expect(near("tcsso.oidc.client_secret")).toContain("sso/vault-not-ready");
  for (const text of ["coffee", "the coffee is cold", "a", "", "?"]) expect(near(text), text).toEqual([]);
});

test("[H1] every command, option and probe that a cause names exists", async () => {
  const texts = CAUSES.map((cause) => JSON.stringify(cause)).join("\n");
  const lines = [...texts.matchAll(/`tierwright ([^`]+)`/g)].map(([, line]) => line as string);
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const { command } = await findCommand(line.split(" "), COMMANDS).load();
    for (const [, option] of line.matchAll(/--([a-z-]+)/g))
      expect(
        command.options.map(({ name }) => name),
        line,
      ).toContain(option);
    for (const [, probe] of line.matchAll(/--only (\S+)/g))
      expect(
        PROBES.map(({ id }) => id),
        line,
      ).toContain(probe);
  }
});

test("[H3] the meaning of a code has one place, which the causes quote", () => {
  for (const [code, id] of [
    [1003, "tier/backend-lost"],
    [214086, "tier/wrong-operation"],
    [515143, "tier/stale-pool-manager"],
  ] as const) {
    expect(meaningOfCode(code)).toMatch(/\S.{10,}/);
    expect(CAUSES.find((cause) => cause.id === id)?.cause).toContain(meaningOfCode(code));
  }
});

test("[H7] 515143 gives its steps in their order", () => {
  const { action = [], log } = CAUSES.find(({ id }) => id === "tier/stale-pool-manager") ?? {};
  const order = ["on disk", "Restart the pool manager", "start time", "Sign in again", "syslog"];
  expect(order.map((words) => action.findIndex((step) => step.includes(words)))).toEqual([0, 1, 2, 3, 4]);
  expect(log).toMatch(/syslog, matched by session or request id/);
});

test("[H7] the license row checks the excluded TCP port range, the startup dialogs are named", () => {
  const textOf = (id: string) => JSON.stringify(CAUSES.find((cause) => cause.id === id));
  expect(textOf("license/port-reserved")).toMatch(/winnat.*excluded TCP port range/);
  for (const words of [/localhost:1101/, /Select Edition/, /Merge Plugin missing/])
    expect(textOf("tool/startup-modals")).toMatch(words);
});

test("a flood of half a sign is read in time linear in its length", { timeout: 20_000 }, () => {
  for (const piece of [
    "redirect_uri=x invalid ",
    "licens bind ",
    "openid-configuration ECONNREFUSED 127.x ",
    'client_secret="',
    "bridge timeout 18 ",
  ])
    expect(causesOf(piece.repeat(60_000 / piece.length)).length).toBeLessThan(3);
});
