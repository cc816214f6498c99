import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { plainSecrets } from "../../compile/plain-secrets.ts";
import { type Problem, placeOf, plainValue } from "../../../kernel/index.ts";
import type { Log4j2File, PropertiesFile } from "../../model/files.ts";
import { placeAt } from "../conf/properties-lines.ts";
import type { PropertiesRule } from "../rule.ts";
import { placeIn } from "../../sso/installed-xml.ts";
import { type InstalledSecret, secretOf, secretsInEnv, secretsInXml } from "./installed-secrets.ts";

// findings do not quote the line that they report, because it holds the secret
const HIDDEN = { quote: false } as const;

const problemOf = ({ place, ...found }: InstalledSecret): Problem =>
  plainValue.at(place, { seen: "file", file: place.file, ...found }, HIDDEN);

function* checkCompiled({ environment, signIn }: CompiledEnvironment): Iterable<Problem> {
  for (const { file, key, value, kind, spelling } of plainSecrets(environment)) {
    const explains = [{ environment: environment.name, file, key }];
    const known = { pointer: value.pointer, explains, ...HIDDEN } as const;
    yield plainValue.at(placeOf(value.span), { seen: "set", file, key, kind, spelling }, known);
  }
  for (const file of signIn?.installed.xml ?? [])
    for (const found of secretsInXml(file.xml.root, file.source.text, (start) => placeIn(file, start))) yield problemOf(found);
  for (const file of signIn?.installed.env ?? []) for (const found of secretsInEnv(file)) yield problemOf(found);
}

/**
 * Reports secrets in properties files that were adopted from a workstation, and in base files. In base files they are warnings, because the
 * site cannot remove the vendor's text. A file that was named on the command line is not checked.
 */
function* check(file: PropertiesFile): Iterable<Problem> {
  if (file.origin === "argument") return;
  for (const { key, value, keyStart, end } of entriesOf(file)) {
    const found = secretOf(key, value);
    if (!found) continue;
    const problem = problemOf({ ...found, place: placeAt(file, keyStart, end) });
    yield file.origin === "base" ? { ...problem, severity: "warning" } : problem;
  }
}

/** Reports secrets in a log4j2.xml: its appenders can hold the password of a mail server or a database. */
function* checkLog4j2({ path, origin, document }: Log4j2File): Iterable<Problem> {
  if (origin === "argument") return;
  const placeAt = (start: number) => document.placeOf(path, start, start);
  for (const found of secretsInXml(document.root, document.text, placeAt)) {
    const problem = problemOf(found);
    yield origin === "base" ? { ...problem, severity: "warning" } : problem;
  }
}

/** Returns the entries of a properties file with their offsets, up to the first line that Java cannot load. */
const entriesOf = ({ document }: PropertiesFile) =>
  document.load().entries.map(({ key, value, keyStart }) => ({ key, value, keyStart, end: keyStart + key.length }));

export const rule: PropertiesRule = { ...plainValue, scope: "properties", check, checkCompiled, checkLog4j2 };
