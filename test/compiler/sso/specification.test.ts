import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import { panelFields } from "../../../src/compiler/sso/panel.ts";
import { notRun } from "../../support/not-run.ts";
import { factsOf, filesOf, LIVE } from "./scene.ts";

/* Names that the specification lists, read from it where it lies beside this clone. */

const FOLDER = fileURLToPath(new URL("../../../../shared/spec/", import.meta.url));

function specification(): string {
  const [name] = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith(".txt")) : [];
  if (name === undefined)
    notRun("the specification (../shared/spec) does not lie beside this clone: its names were compared with nothing");
  return readFileSync(join(FOLDER, name), "utf8");
}

/** The second cell of the table row that begins with a text. */
function cellOf(row: string): string {
  const line = specification()
    .split("\n")
    .find((text) => text.startsWith(`| ${row} |`));
  if (line === undefined) throw new Error(`the specification has no row '${row}'`);
  return line.split("|")[2]?.trim() ?? "";
}

/** The first cells of the table below a heading. */
function rowsBelow(heading: string): readonly string[] {
  const text = specification();
  const at = text.indexOf(`### ${heading}`);
  if (at < 0) throw new Error(`the specification has no part '${heading}'`);
  const table = text.slice(text.indexOf("|---", at)).split("\n\n")[0] ?? "";
  return table
    .split("\n")
    .slice(1)
    .map((line) => line.split("|")[1]?.trim() ?? "");
}

const files = () => filesOf(factsOf(LIVE));

test("[E1] federation.properties has the names of the specification, all of them and in its order", () => {
  const [list = ""] = cellOf("federation.properties").split(";");
  const [first = "", ...others] = list.split(",").map((name) => name.trim());
  const prefix = first.slice(0, first.lastIndexOf(".") + 1);
  const names = [first, ...others.map((name) => prefix + name)];
  expect(names).toHaveLength(9);
  const loaded = PropertiesDocument.parse(Buffer.from(files()["federation.properties"] ?? "", "latin1")).load();
  expect(loaded.entries.map(({ key }) => key)).toEqual(names);
});

test("[E2] login.xml and identity.xml have the parameters of the specification", () => {
  const names = cellOf("login.xml / identity.xml")
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim().split(" ")[0] ?? "");
  expect(names).toHaveLength(6);
  for (const file of ["login.xml", "identity.xml"])
    for (const name of names) expect(files()[file], `${name} in ${file}`).toContain(`name="${name}"`);
});

test("[E4] the panel sheet has the fields of the specification, in its order", () => {
  const common = (label: string) => label.replace(/^OIDC /, "").replace(/ \(.*\)$/, "");
  const fields = rowsBelow("Deployment-tool panel fields")
    .flatMap((cell) => cell.split(", "))
    .map(common);
  expect(fields).toHaveLength(11);
  expect((panelFields(factsOf(LIVE)) ?? []).map(({ label }) => common(label))).toEqual(fields);
});
