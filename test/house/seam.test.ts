import { describe, expect, test } from "vitest";
import { below, read } from "./project.ts";

/** Ways to put something else in the place of a module. */
const REPLACED = /\bvi\s*\.\s*(?:mock|doMock|unmock|doUnmock|importMock|hoisted)\b/;
/** Files of the platform that start a program, ask the system's own folders, or take the machine for the swap protocol. */
const AROUND = /^\.\/(?:git|run-program|scratch|sign-command|swap-world|process-host|threads)\.ts$/;
/** The wait in which a signal is heard, and the types. */
const HARMLESS = /^listening$|^type /;

/** Names that the platform's index lists from those files. */
const NAMES = [...read("src/platform/index.ts").matchAll(/^export \{([^}]*)\} from "([^"]+)";$/gm)]
  .filter(([, , from = ""]) => AROUND.test(from))
  .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
  .filter((name) => !HARMLESS.test(name));

const importsAround = (text: string, names: readonly string[] = NAMES) =>
  [...text.matchAll(/^import \{([^}]*)\} from "[^"]*\/platform\/index\.ts";$/gm)]
    .flatMap(([, found = ""]) => found.split(",").map((name) => name.trim()))
    .filter((name) => names.includes(name));

describe("the machine enters through the host alone (src/platform/host.ts)", () => {
  test("no test replaces a module", () => {
    const found = below("test", /\.ts$/).filter((path) => !path.endsWith("house/seam.test.ts") && REPLACED.test(read(path)));
    expect(found).toEqual([]);
  });

  test("no command starts a program, asks git or takes the machine by itself", () => {
    const found = below("src", /\/commands\/.*\.ts$/).flatMap((path) =>
      importsAround(read(path)).map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  test("the test itself finds them", () => {
    expect(["vi.mock(", "vi . doMock(", "await vi.importMock("].filter((text) => REPLACED.test(text))).toHaveLength(3);
    expect(REPLACED.test('vi.spyOn(host, "now")')).toBe(false);
    const text =
      'import { type Host, gitState, pause } from "../../platform/index.ts";\nimport type { Git } from "../../platform/index.ts";';
    expect(importsAround(text, ["gitState", "Git"])).toEqual(["gitState"]);
    expect(NAMES).toContain("processHost");
  });
});

/* Node 20 can wait for itself for ever there (test/support/keys.ts), which no time limit of a test ends. */
test("nothing writes a key of a pair that it has made as a JSON web key, or asks for its details", () => {
  const risky = (text: string) => /generateKeyPair/.test(text) && /format: "jwk"|\.asymmetricKeyDetails/.test(text);
  const paths = [
    ...below("src", /(?<!\.generated)\.ts$/),
    ...below("test", /\.ts$/),
    ...below("scripts", /\.mjs$/),
    ...below("bench", /\.mjs$/),
  ];
  const found = paths.filter((path) => !path.endsWith("house/seam.test.ts") && risky(read(path)));
  expect(found).toEqual(["test/support/keys.ts"]);
  expect(risky('generateKeyPairSync("ec").publicKey.export({ format: "jwk" })')).toBe(true);
});
