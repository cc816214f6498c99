import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { notRun } from "../../support/not-run.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";

const LOG = `2026-03-04 10:12:12,001 INFO  [main] c.e.Session - Login Successfull
2026-03-04 10:12:12,201 INFO  [main] c.e.Session - loginToTeamcenter(): Finished
2026-03-04 10:12:13,482 ERROR [main] c.e.Session - getTypeDescriptions
Communication with the server was lost while an operation was in progress. The server has probably terminated abnormally.
2026-03-04 10:12:14,002 ERROR [main] c.e.Model - password=made-up-1
something else
`;

async function diagnose(argv: readonly string[], files: Readonly<Record<string, string | Uint8Array>> = {}, input?: string) {
  const cwd = temporaryFolder();
  writeFiles(cwd, files);
  return { cwd, ...(await cli(["diagnose", ...argv], { cwd, ...(input === undefined ? {} : { input }) })) };
}

test("[H8] a saved mail is read like a pasted one, and a log is not searched for descriptions", async () => {
  const mail = "Since the connector was swapped all synced elements have a red border.\n";
  const pasted = await diagnose(["-"], {}, mail);
  expect(pasted.out).toContain("kit/stale-profile");
  for (const name of ["a.txt", "a.eml", "A.MD"])
    expect((await diagnose([name], { [name]: mail })).out).toContain("kit/stale-profile");
  expect(await diagnose(["a.log"], { "a.log": mail })).toMatchObject({ code: 0 });
});

test("[H1,H2,H3] a log: what it says, what happened, how to be sure, what to do and what not", async () => {
  const { code, out } = await diagnose(["a.log"], { "a.log": LOG });
  expect(code).toBe(1);
  for (const words of [
    "tier/backend-lost",
    "a.log:4",
    "high confidence",
    "states",
    "happened",
    "control",
    "do ",
    "dead ends",
    "1 succeeded",
    "errors that no known cause explains",
  ])
    expect(out).toContain(words);
  expect(out).not.toContain("made-up-1");
});

test("[H1,H3] the same as JSON", async () => {
  const { code, out } = await diagnose(["a.log", "--format", "json"], { "a.log": LOG });
  const { causes, sources, attempts, unmatched } = JSON.parse(out);
  expect(code).toBe(1);
  expect(causes).toMatchObject([{ id: "tier/backend-lost", file: "a.log", line: 4, endLine: 4, count: 1, confidence: "high" }]);
  expect(causes[0].server).not.toBe(causes[0].cause);
  expect(sources).toMatchObject([{ file: "a.log", encoding: "utf-8", records: 4, errors: 2, log: true }]);
  expect(attempts).toMatchObject([{ outcome: "success", line: 1 }]);
  expect(unmatched).toMatchObject([{ count: 1, line: 6, sample: "something else" }]);
});

describe("[H1] without a file", () => {
  test("a symptom in own words", async () => {
    const { code, out } = await diagnose(["--symptom", "elements have red borders after sync"]);
    expect([code, out.includes("kit/stale-profile")]).toEqual([1, true]);
  });
  test.each([
    "users sign in but cannot save models",
    "login ok but check in fails with 404",
    "login ok but check-in fails with 404",
    "sign-in works, uploads fail",
    "people can log in, but saving a model gives an error",
  ])("'%s' names the tiers of sign-in and file transfer first", async (symptom) => {
    const { out } = await diagnose(["--symptom", symptom, "--format", "json"]);
    expect(JSON.parse(out).causes[0]?.id).toBe("tier/half-switch");
  });
  test("standard input: a message, a fault, a description", async () => {
    const inputs = {
      "515143 'Invalid account values' (sss_users.cxx)": "tier/stale-pool-manager",
      "after login my files go to another tier": "tier/half-switch",
    };
    for (const [input, id] of Object.entries(inputs)) {
      const { code, out } = await diagnose(["-", "--format", "json"], {}, input);
      expect([code, JSON.parse(out).causes[0]?.id]).toEqual([1, id]);
    }
  });
  test("an id gives that cause, and nothing known is no all-clear", async () => {
    const looked = (await diagnose(["--symptom", "trust/pkix"])).out;
    expect(looked).toContain("trust/pkix  looked up by its id, in nothing that was read\n");
    expect(looked).toContain("1 cause shown");
    expect(looked).not.toContain("confidence");
    const { code, out } = await diagnose(["--symptom", "the coffee is cold"]);
    expect([code, out.includes("no proof that nothing is wrong")]).toEqual([0, true]);
  });
});

test.each([
  [["a.log"], "say what people see"],
  [["--symptom", "the coffee is cold"], "say it in other words"],
])("[H1] where nothing is found by %j the answer ends with commands that exist", async (argv, words) => {
  const { code, out } = await diagnose(argv, { "a.log": "all is well\n" });
  expect([code, out]).toEqual([0, expect.stringContaining(`next: ${words}: \`tierwright diagnose --symptom "what is seen"\``)]);
  const commands = [...out.matchAll(/`tierwright ([^`]+)`/g)].map(([, line = ""]) => line);
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const said = await cli(
      [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word),
      { cwd: temporaryFolder() },
    );
    expect([command, said.code, said.err]).toEqual([command, 0, ""]);
  }
});

test("[H1] a description that nothing covers is answered with what comes near", async () => {
  const { code, out } = await diagnose(["--symptom", "SSO does not work"]);
  expect([code, out.includes("idp/issuer-loopback  low confidence")]).toEqual([0, true]);
  expect(out).toContain("closest to what you said");
  expect(out).not.toContain("no known cause");
  const { near, causes } = JSON.parse((await diagnose(["--symptom", "SSO does not work", "--format", "json"])).out);
  expect([near.length <= 3, causes]).toEqual([true, []]);
});

test("[H2] a log without a sign-in says so", async () => {
  const { code, out } = await diagnose(["a.log"], { "a.log": "10:12:13 INFO started\n10:12:14 INFO Is user logged in: true\n" });
  expect([code, out.includes("a.log: no sign-in attempt in this file: not started, or another log")]).toEqual([0, true]);
  expect(out).toContain("'Is user logged in: true' appears 1 time");
});

describe("[H1] what cannot be read is 2, in words, and nothing is written", () => {
  const files = {
    "empty.log": "",
    "blank.log": "\r\n \r\n",
    "a.gz": Uint8Array.from([0x1f, 0x8b, 8, 0]),
    "a.exe": Uint8Array.from([0x4d, 0x5a, 0x90, 0]),
  };
  test.each([
    [["empty.log"], /no sign-in attempt in this file: not started, or another log/],
    [["blank.log"], /no sign-in attempt in this file/],
    [["a.gz"], /it is a gzip file that ends too early, and nothing came out of it/],
    [["a.exe"], /it is a program/],
    [["folder"], /folder/],
    [["missing.log"], /does not exist/],
    [[], /nothing to diagnose/],
    [["--symptom", " "], /empty/],
    [["empty.log", "--top", "0"], /not a number from 1/],
  ])("%j", async (argv, words) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, files);
    mkdirSync(join(cwd, "folder"));
    const { code, out, err } = await cli(["diagnose", ...argv], { cwd });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(words);
  });

  test("a device", async () => {
    if (process.platform === "win32") notRun("a device with a path, which Windows does not have");
    const { code, err } = await cli(["diagnose", "/dev/null"]);
    expect([code, err]).toEqual([2, expect.stringContaining("it is not an ordinary file")]);
  });

  test("a file without rights", async () => {
    if (process.platform === "win32" || process.getuid?.() === 0)
      notRun("rights of files, which this user or system does not have");
    const cwd = temporaryFolder();
    writeFiles(cwd, { "a.log": LOG });
    chmodSync(join(cwd, "a.log"), 0);
    const { code, err } = await cli(["diagnose", "a.log"], { cwd });
    expect([code, err]).toEqual([2, expect.stringContaining("access denied")]);
  });
});
