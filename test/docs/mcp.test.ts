import { expect, test } from "vitest";
import { command } from "../../src/serve/commands/mcp/mcp.ts";
import { LONGEST_DOCUMENT } from "../../src/serve/mcp/answer.ts";
import { TOOLS } from "../../src/serve/mcp/tools.ts";
import { connections } from "./mcp-connections.ts";
import { readPage } from "./page.ts";

const PAGE = readPage("docs/mcp.md");

test("the page's table holds every tool with its command, and whether it asks servers", () => {
  const rows = [...PAGE.matchAll(/^\| `(\w+)` \| `([a-z ]+)[^`]*`(.*) \| (yes|no) \|$/gm)].map(([, ...row]) => row);
  expect(rows.map(([name, command, says, asks]) => [name, command?.trim(), says?.includes("--allow-record"), asks])).toEqual(
    TOOLS.map((tool) => [tool.name, tool.command.join(" "), tool.changes !== undefined, tool.asksServers ? "yes" : "no"]),
  );
});

test("the page names every option of the command, and no other; and the length of a document", () => {
  const named = [...PAGE.matchAll(/^\| `--([a-z-]+)/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(command.options.map(({ name }) => name).sort());
  expect(PAGE).toContain(`${LONGEST_DOCUMENT / 1000},000 characters`);
});

test("each client's file says the same command line", () => {
  const found = connections(PAGE);
  expect(found).toHaveLength(3);
  for (const { command: program, args } of found) {
    expect([program, ...args]).toEqual([
      "node",
      "C:/plm-config/node_modules/@tierwright/tierwright/build/cli.cjs",
      "mcp",
      "-C",
      "C:/plm-config",
    ]);
  }
});
