import { beforeAll, describe, expect, test } from "vitest";
import { builtCli } from "./built.ts";
import { inSituation, SITUATIONS } from "./situations.ts";

/* Where nothing can be read or told: no command leaves with a stack trace. Every command is tried by situations.oracle.test.ts. */

const unix = process.platform !== "win32";

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

describe.runIf(unix).each(SITUATIONS)("when %s", (_, script, fails) => {
  test("check ends with words and the right exit code", () => {
    const code = inSituation(command, script, ["check"]);
    expect(code).toBe(fails === "never" ? 0 : 2);
    if (fails === "unless help") expect(inSituation(command, script, ["--version"])).toBe(0);
  });
});
