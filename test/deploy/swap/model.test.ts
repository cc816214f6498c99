import { describe, expect, test } from "vitest";
import { SCENARIOS, TABLES, explore, moved } from "./model.ts";

describe("the protocol's whole state space, interpreted from the tables that the runner runs", () => {
  for (const scenario of SCENARIOS) {
    test(`[D4] ${scenario.name}: a crash or failure anywhere, recovery interrupted anywhere, ends fully old or fully new`, () => {
      const explored = explore(TABLES, scenario);
      expect(explored.violations).toEqual([]);
      expect(explored.states).toBeGreaterThan(10);
      expect(Object.keys(explored.ends).sort()).toEqual(["new", "old"]);
    });
  }

  const everywhere = (tables: typeof TABLES) => SCENARIOS.flatMap((scenario) => explore(tables, scenario).violations);

  test("[D4] a journal that is written after the first rename is caught", () => {
    expect(everywhere(moved(TABLES, "journal", "after", "away"))).not.toEqual([]);
  });

  test("[D4] a commit mark before the receipt is caught", () => {
    expect(everywhere(moved(TABLES, "close", "before", "receipt"))).not.toEqual([]);
  });

  test("[D4] strays that are moved after the journal is deleted are caught", () => {
    expect(everywhere(moved(TABLES, "strays", "after", "close"))).not.toEqual([]);
  });

  test("[D4] files that are exchanged while the plug-in is there are caught", () => {
    expect(everywhere(moved(TABLES, "files", "after", "enter"))).not.toEqual([]);
    expect(everywhere(moved(TABLES, "files", "before", "away"))).not.toEqual([]);
  });

  test("[D4] an undo that brings the plug-in back before the files is caught", () => {
    const rest = TABLES.undo.filter((row) => row.id !== "return");
    const back = TABLES.undo.find((row) => row.id === "return");
    const at = rest.findIndex((row) => row.id === "restore");
    expect(everywhere({ ...TABLES, undo: back ? [...rest.slice(0, at), back, ...rest.slice(at)] : rest })).not.toEqual([]);
  });

  test("[D4] an undo that restores the files while the new plug-in is still there is caught", () => {
    const rest = TABLES.undo.filter((row) => row.id !== "out");
    const out = TABLES.undo.find((row) => row.id === "out");
    const at = rest.findIndex((row) => row.id === "restore") + 1;
    expect(everywhere({ ...TABLES, undo: out ? [...rest.slice(0, at), out, ...rest.slice(at)] : rest })).not.toEqual([]);
  });
});
