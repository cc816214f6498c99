import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { serialText } from "../../../src/deploy/bundle/names.ts";

const sources = (folder: string, ending: string): readonly (readonly [string, string])[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, "utf8")]);

/** Places where a serial enters a text without its date. */
const bareIn = (text: string): readonly string[] => [
  ...(text.match(/\$\{(?!serialText)[^{}]*\bserial\b[^{}]*\}/g) ?? []),
  ...(text.match(/\$\((?!Format-Serial)[^()]*\['serial'\]\)/g) ?? []),
];

describe("[D8] serials for people", () => {
  test("have date and time in UTC, where they are the time of a commit", () => {
    expect(serialText(1_767_225_600)).toBe("serial 1767225600 (2026-01-01 00:00 UTC)");
    expect(serialText(1_795_271_701)).toBe("serial 1795271701 (2026-11-21 14:35 UTC)");
    expect(serialText(7)).toBe("serial 7");
    expect(serialText(253_402_300_799)).toBe("serial 253402300799 (9999-12-31 23:59 UTC)");
    expect(serialText(253_402_300_800)).toBe("serial 253402300800");
  });

  test("are printed by one function in each runner", () => {
    expect(bareIn("`serial ${manifest.serial}` and \"$($Manifest['serial'])\"")).toHaveLength(2);
    const files = [...sources("src", ".ts"), ...sources("powershell/parts", ".ps1")].filter(
      ([path]) => path !== "src/deploy/bundle/names.ts",
    );
    const bare = files.flatMap(([path, text]) => bareIn(text).map((found) => `${path}: ${found}`));
    expect(bare).toEqual([]);
  });
});
