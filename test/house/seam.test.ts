import { describe, expect, test } from "vitest";
import { below, read } from "./project.ts";

/** Ways to put something else in the place of a module. */
const REPLACED = /\bvi\s*\.\s*(?:mock|doMock|unmock|doUnmock|importMock|hoisted)\b/;
/** What starts a program, asks the system's own folders, or takes the machine for the swap protocol. */
const AROUND = /\/io\/(?:git|run-program|scratch|sign-command|swap-world|process-host|threads)\.ts"/;
/** Types, and the wait in which a signal is heard. */
const HARMLESS = /^import type |^import \{ listening \} /;

const importsAround = (text: string) =>
  text.split("\n").filter((line) => /^import |\bimport\(/.test(line) && AROUND.test(line) && !HARMLESS.test(line));

describe("the machine enters through the host alone (src/platform/host.ts)", () => {
  test("no test replaces a module", () => {
    const found = below("test", /\.ts$/).filter((path) => !path.endsWith("house/seam.test.ts") && REPLACED.test(read(path)));
    expect(found).toEqual([]);
  });

  test("no command starts a program, asks git or takes the machine by itself", () => {
    const found = below("src/commands", /\.ts$/).flatMap((path) => importsAround(read(path)).map((line) => `${path}: ${line}`));
    expect(found).toEqual([]);
  });

  test("the test itself finds them", () => {
    expect(["vi.mock(", "vi . doMock(", "await vi.importMock("].filter((text) => REPLACED.test(text))).toHaveLength(3);
    expect(REPLACED.test('vi.spyOn(host, "now")')).toBe(false);
    const text =
      'import { gitState } from "../../io/git.ts";\nimport type { Git } from "../../io/git.ts";\nawait import("../platform/scratch.ts");';
    expect(importsAround(text)).toHaveLength(2);
  });
});
