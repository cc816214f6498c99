import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { shortestDifference } from "./properties-difference.ts";

test("[A1] every real file reads as this machine's Java reads it", () => {
  const root = fileURLToPath(new URL("../../../shared/corpus/properties/", import.meta.url));
  const names = (readdirSync(root, { recursive: true }) as string[]).filter((name) => name.endsWith(".properties"));
  expect(names.length).toBeGreaterThan(300);
  expect(shortestDifference(names.map((name) => readFileSync(join(root, name), "latin1")))).toBeNull();
});
