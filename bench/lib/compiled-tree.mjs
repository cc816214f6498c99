// What a folder of compiled environments says, whoever wrote it: decoded properties, log4j2 settings, decisions.
import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { Log4j2Document, PropertiesDocument } from "../../build/index.js";
import { javaAnswers } from "./java.mjs";

export const PROPERTIES = ["connector/connector.properties", "connector/logger.properties", "client/CommonClient.properties"];
const LOG4J2 = "client/log4j2.xml";
/** What both sides write for each environment. */
export const COMMON_FILES = [...PROPERTIES, LOG4J2, "manifest.json"];

/** Number of files below a folder and their bytes. */
export function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((total, file) => total + readFileSync(join(file.parentPath ?? file.path, file.name)).length, 0);
  return { files: files.length, bytes };
}

/** The decoded maps of every properties file by `environment/path`; Java reads them where it is there. */
function decodedMaps(folder, names, java) {
  const paths = names.flatMap((name) => PROPERTIES.map((path) => `${name}/${path}`));
  const documents = paths.map((path) => readFileSync(join(folder, path)));
  const maps = java
    ? javaAnswers(java, documents)
    : documents.map(
        (bytes) => new Map([...PropertiesDocument.parse(bytes).load().map].map(([key, entry]) => [key, entry.value])),
      );
  return new Map(paths.map((path, index) => [path, maps[index]]));
}

function log4j2Of(folder, name) {
  const document = Log4j2Document.parse(readFileSync(join(folder, name, LOG4J2)));
  const appender = ({ name: own, type, fileName, filePattern, triggers }) => ({
    name: own,
    type,
    fileName,
    filePattern,
    sizes: triggers.map(({ bytes }) => bytes),
  });
  const logger = ({ name: own, level }) => ({ name: own, level: level?.toUpperCase() ?? null });
  return { error: document.error, appenders: document.appenders.map(appender), loggers: document.loggers.map(logger) };
}

const byText = (a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The manifest without what depends on the writer: compiler, sizes and hashes, YAML places, our extra file, order. */
function manifestOf(folder, name) {
  const { compiler, files, decided, carried, ...rest } = JSON.parse(readFileSync(join(folder, name, "manifest.json"), "utf8"));
  return {
    ...rest,
    files: files
      .filter(({ path }) => COMMON_FILES.includes(path))
      .map(({ path, purpose, target }) => ({ path, purpose, target }))
      .sort(byText),
    decided: decided.map(({ cause, ...each }) => each).sort(byText),
    carried: carried && { keys: [...carried.keys].sort(), dropped: [...carried.dropped].sort() },
  };
}

/** Everything that is to be equal, by name. */
export function meaningOf(folder, names, java) {
  const meaning = decodedMaps(folder, names, java);
  for (const name of names) {
    meaning.set(`${name}/${LOG4J2}`, log4j2Of(folder, name));
    meaning.set(`${name}/manifest.json`, manifestOf(folder, name));
  }
  return meaning;
}

/** Differences between two meanings, in words; empty when they are equal. */
export function differences(ours, theirs) {
  const faults = [];
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const [a, b] = [ours.get(path), theirs.get(path)];
    if (!a || !b) faults.push(`${path}: missing or unreadable on one side`);
    else if (!isDeepStrictEqual(a, b)) faults.push(`${path}: ${firstDifference(a, b)}`);
  }
  return faults;
}

function firstDifference(a, b) {
  const [left, right] = [a, b].map((each) => (each instanceof Map ? Object.fromEntries(each) : each));
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (!isDeepStrictEqual(left[key], right[key]))
      return `${key} is ${JSON.stringify(left[key])} and ${JSON.stringify(right[key])}`.slice(0, 600);
  }
  return "they differ";
}

/** Every byte of two folders; differences in words. */
export function byteDifferences(a, b) {
  const list = (folder) =>
    new Map(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
    );
  const [left, right] = [list(a), list(b)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((path) => !left.get(path)?.equals(right.get(path) ?? Buffer.alloc(0)))
    .sort();
}
