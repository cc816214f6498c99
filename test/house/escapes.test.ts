import { expect, test } from "vitest";
import { below, read } from "./project.ts";

/** Escapes that are written by one function each, in these files alone. The page's client runs in a browser without the kernel. */
const HOMES: readonly (readonly [what: string, pattern: RegExp, homes: readonly string[]])[] = [
  // name-characters.ts makes a regular expression
  ["\\uXXXX", /\\\\u\{?\$\{/, ["src/kernel/text/escapes.ts", "src/kernel/formats/xml/name-characters.ts"]],
  ["percent escapes of bytes", /`%\$\{/, ["src/kernel/text/escapes.ts"]],
  ["percent escapes with lone surrogates", /encodeURIComponent\([^)]*\.(?:replace|from)\(/, ["src/kernel/text/escapes.ts"]],
  ["entities of XML", /"&amp;"/, ["src/kernel/text/entities.ts"]],
  ["commands of build services", /"%0A"/, ["src/report/forms/github.ts"]],
];

test.each(HOMES)("%s are written by one function", (_, pattern, homes) => {
  const files = below("src", /\.ts$/).filter((path) => !path.startsWith("src/serve/page/client/"));
  const found = files.filter((path) => pattern.test(read(path)));
  expect(found.filter((path) => !homes.includes(path))).toEqual([]);
  expect(found).not.toEqual([]);
});
