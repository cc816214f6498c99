import { describe, expect, test } from "vitest";
import { builtProbe, LOGIN, ORIGIN, SIGNED_IN } from "./built-tier.ts";

/* The built command against a tier that is as it should be, and what is printed of it. */

const probed = builtProbe();

describe("[F1][F3][F11] the built command asks a good tier", () => {
  test("everything is proven with 0, after one sign-in that is the first request", async () => {
    const found = await probed();
    expect(found.probes.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(SIGNED_IN.map((id) => `${id} proven`));
    expect([found.code, found.asked[0]]).toEqual([0, LOGIN]);
    expect(found.err).toContain(`\nsigns in as jdoe at ${ORIGIN}/tc: one attempt, whatever comes of it\n`);
    // the three servers that nobody may ask are none of the environment's
    expect(found.err.match(/^--connect is about .*, where demo names no server/gm)).toHaveLength(3);
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
