import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/project.ts";

test("the build carries the licence of every package whose code is inside it", () => {
  const folder = join(ROOT, "build", "licenses"); // made by `npm ci`
  const names = readdirSync(folder).sort();
  expect(names).toEqual([
    // in the MCP server alone
    "@modelcontextprotocol-sdk.txt",
    "ajv-formats.txt",
    "ajv.txt",
    "fast-deep-equal.txt",
    "fast-uri.txt",
    "handlebars.txt",
    "json-schema-traverse.txt",
    "parse5.txt",
    "saxes.txt",
    "semver.txt",
    "tldts.txt",
    "tough-cookie.txt",
    // in the language server alone
    "vscode-jsonrpc.txt",
    "vscode-languageserver-protocol.txt",
    "vscode-languageserver-textdocument.txt",
    "vscode-languageserver-types.txt",
    "vscode-languageserver.txt",
    "xmlchars.txt",
    "yaml.txt",
    // in the MCP server alone
    "zod.txt",
  ]);
  for (const name of names) expect(readFileSync(join(folder, name), "utf8")).toMatch(/permission|license/i);
});
