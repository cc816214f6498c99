import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const FOLDER = fileURLToPath(new URL("./expected/", import.meta.url));

/** Holds a text to its file below test/story/expected, byte for byte; with UPDATE=1 the file becomes the text. */
export function expectFile(name: string, text: string): void {
  const path = join(FOLDER, name);
  if (process.env.UPDATE) {
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
  expect(text, `test/story/expected/${name} (else: UPDATE=1 npx vitest run --project process test/story)`).toBe(
    readFileSync(path, "utf8"),
  );
}

export const readExpected = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
