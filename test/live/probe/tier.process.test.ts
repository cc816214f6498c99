import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { JANE } from "../../support/live/tier.ts";
import { temporaryFolder } from "../../support/repository.ts";
import { builtProbe, LOGIN, ORIGIN, SIGNED_IN } from "./built-tier.ts";

/* The built command against a tier that is as it should be, what it sends there, and what is printed of it. */

const probed = builtProbe();
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

describe("[F1][F3] the built command asks a good tier", () => {
  test("everything is proven with 0, after one sign-in that is the first request", async () => {
    const found = await probed();
    expect(found.probes.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(SIGNED_IN.map((id) => `${id} proven`));
    expect([found.code, found.asked[0]]).toEqual([0, LOGIN]);
    expect(found.err).toContain(`\nsigns in as jdoe at ${ORIGIN}/tc: one attempt, whatever comes of it\n`);
    // the three servers that nobody may ask are none of the environment's
    expect(found.err.match(/^--connect names .*, where demo names no server/gm)).toHaveLength(3);
  });

  test("[F9][F10] every probe of the tier is proven, the web client, the gateway's file and the file server among them", async () => {
    const gateway = JSON.stringify({ routes: { tc: { path: "/tc", target: ORIGIN } } });
    const found = await probed({
      only: ["tier"],
      tier: { bootstrapUrls: ["https://plm.example.com:4544"] },
      also: ["plm.example.com:4544", "plm.example.com:3000"],
      files: { "gateway.json": gateway },
      words: ["--gateway", "gateway.json"],
    });
    expect(found.probes.filter(({ outcome }) => outcome !== "proven").map(({ id, says }) => `${id}: ${says}`)).toEqual([
      "tier/password-versus-sso: no sso.yaml",
    ]);
    expect([found.code, found.probes.length]).toEqual([0, 13]);
  });

  test.each(["text", "sarif", "junit", "markdown"] as const)(
    "no secret is in the form %s, of a refused sign-in neither",
    async (format) => {
      const words = format === "text" ? ["--details"] : [];
      const found = await probed({ format, password: "wrong-horse-0815", words, only: ["tier/sign-in", "tier/release"] });
      expect(found.code).toBe(1);
      expect(found.out).toContain("515143");
    },
  );
});

test("[F11] what the built command sends first is the connector's own request, byte for byte, with our name as its agent", async () => {
  const { requests, asked } = await probed({ only: ["tier/sign-in"], profile: "group: Engineering\nrole: Designer\n" });
  expect(asked[0]).toBe(LOGIN);
  const [first] = requests;
  if (!first) throw new Error("nothing was asked");
  const { method, url, headers, body } = first;
  const sent = Buffer.concat([
    Buffer.from(`${method} ${url.href}\ncontent-type: ${headers["content-type"]}\n\n`),
    body,
    Buffer.from("\n"),
  ]);
  expect(sent).toEqual(readFileSync("test/live/soa/sign-in/request.txt"));
  // beside what HTTP itself needs, nothing
  expect(Object.keys(headers).sort()).toEqual([
    "accept-encoding",
    "connection",
    "content-length",
    "content-type",
    "host",
    "user-agent",
  ]);
  expect(headers["user-agent"]).toBe(`tierwright/${version}`);
});

describe("[F7] a password is taken from where the profile says, and by its effect alone it is known to be right", () => {
  const password = `${JANE.password} of a file`;
  const person = { ...JANE, password };
  const folder = () => {
    const file = join(temporaryFolder(), "password.txt");
    writeFileSync(file, `${password}\n`);
    chmodSync(file, 0o600);
    return file;
  };
  test.each([
    ["a file", () => `{ file: ${JSON.stringify(folder())} }`],
    ["what a program prints", () => `{ command: ${JSON.stringify([process.execPath, "-p", JSON.stringify(password)])} }`],
  ])("%s", async (_words, where) => {
    const right = await probed({ person, where: where(), only: ["tier/sign-in"] });
    expect([right.code, right.said("tier/sign-in").slice(0, 7)]).toEqual([0, "proven:"]);
    // the same, and the tier has another one: it is the tier that says so, once
    const wrong = await probed({ person, where: where(), only: ["tier/sign-in"], tier: { people: [JANE] } });
    expect(wrong.said("tier/sign-in")).toMatch(/^refuted: .*515143/);
    expect([wrong.code, wrong.asked]).toEqual([1, [LOGIN]]);
  });
});
