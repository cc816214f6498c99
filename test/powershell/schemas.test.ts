import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { read } from "../house/project.ts";
import { at } from "../deploy/swap/support/installation.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";

/** The schemas of the records as a script holds them, by the kind that it reads them for. */
function held(script: string): ReadonlyMap<string, { readonly properties: { readonly schema: { readonly const: string } } }> {
  const rows = read(`powershell/${script}`).matchAll(/^ {2}(\w+) = '(\{.*\})'\r?$/gm);
  return new Map([...rows].map(([, kind = "", text = ""]) => [kind, JSON.parse(text.replaceAll("''", "'"))]));
}

const IDS = {
  bundle: "tierwright/bundle/v1",
  journal: "tierwright/journal/v1",
  plan: "tierwright/swap-plan/v1",
  receipt: "tierwright/receipt/v1",
};

test("[D4] deploy.ps1 and detect.ps1 hold the schema of each record that they read", () => {
  const ids = (script: string) =>
    Object.fromEntries([...held(script)].map(([kind, schema]) => [kind, schema.properties.schema.const]));
  expect(ids("deploy.ps1")).toEqual(IDS);
  const { bundle: _, ...records } = IDS;
  expect(ids("detect.ps1")).toEqual(records);
});

test("[D4] what the built-in runner leaves is a record for deploy.ps1", async () => {
  const here = new Workstation(inProcess, "hand-made");
  await here.done(here.deploy(here.swap()));
  const swap = at.swap(here.root);
  const [name = ""] = readdirSync(join(swap, "receipts")).filter((file) => /^\d/.test(file));
  const receipt = JSON.parse(readFileSync(join(swap, "receipts", name), "utf8")) as { readonly undo: { readonly plan: string } };
  const plan = JSON.parse(readFileSync(join(swap, receipt.undo.plan), "utf8"));
  const ajv = new Ajv({ strict: false });
  for (const [kind, record] of Object.entries({ receipt, plan })) {
    const fits = ajv.compile(held("deploy.ps1").get(kind) ?? false);
    expect([kind, fits(record), fits.errors]).toEqual([kind, true, null]);
  }
});
