import { basename, join } from "node:path";
import { PropertiesDocument, type PropertyChange } from "../../../kernel/index.ts";
import { plannedKeyValues, fileState } from "../stage/file-state.ts";
import { makeQuarantine } from "../stage/quarantine.ts";
import { keptBytes, type Side } from "../stage/kept.ts";
import { DeployStop } from "../protocol/outcome.ts";
import { exchange } from "./perform.ts";
import type { PlannedFile } from "../protocol/plan.ts";
import { plannedValues } from "../stage/planned-values.ts";
import type { Transaction } from "../stage/prepared.ts";

/**
 * Returns whether a properties file has, for a key of the plan, a value that is neither the old nor the new one, so that a person has to
 * decide.
 */
export function isForeign(transaction: Transaction, file: PlannedFile): boolean {
  if (file.as !== "pairs" || fileState(transaction, file) !== "other") return false;
  const values = plannedKeyValues(file, transaction.world.files.read(file.path));
  return (
    !values ||
    plannedValues(transaction, file).some(({ key, before, after }) => ![before, after].includes(values.get(key) ?? null))
  );
}

/** Throws DeployStop 12 before any change if a file of the plan has values that are neither the old nor the new ones. */
export function refuseForeign(transaction: Transaction): void {
  const foreign = transaction.plan.files.filter((file) => isForeign(transaction, file)).map((file) => file.path);
  if (foreign.length === 0) return;
  throw new DeployStop(
    12,
    `${foreign[0]} was changed after a run was interrupted: its values are neither the old nor the new ones`,
    "set its addresses to those of the old or the new environment by hand, then run this again; nothing was touched",
    foreign,
  );
}

function writeBeside({ world, layout }: Transaction, file: PlannedFile, bytes: Buffer): void {
  const copy = file.backup ?? file.staged;
  const kept = copy === null ? null : layout.at(copy);
  // a file that does not exist any more gets the mode of its copy in the work folder
  world.files.write(file.temp, [bytes], world.files.stat(file.path) ? file.path : kept);
}

/** Copies a file whose content is neither old nor new into quarantine before it is replaced or deleted as a whole. */
function quarantine(transaction: Transaction, file: PlannedFile): void {
  const { plan, layout, world, notes } = transaction;
  const to = `strays/${plan.run}/${file.id}-${basename(file.path)}`;
  makeQuarantine(world.files, layout, plan.run);
  world.files.write(layout.at(to), [world.files.read(file.path)], file.path);
  notes.push(`${file.path} had other content; a copy is in ${join(".swap", to)}`);
}

function editTo(transaction: Transaction, file: PlannedFile, side: Side): void {
  const bytes = transaction.world.files.read(file.path);
  const changes = plannedValues(transaction, file).map((value): PropertyChange => {
    const wanted = value[side];
    return wanted === null ? { key: value.key, remove: true } : { key: value.key, value: wanted };
  });
  writeBeside(transaction, file, PropertiesDocument.parse(bytes).edit(changes).bytes());
  exchange(transaction, { ...file, after: file[side] ?? { size: 0, sha256: "" } });
}

/** The method of restoring a file's old or new content. "nothing": the content is already right; "leave": a changed log4j2.xml stays. */
type Way = "nothing" | "leave" | "edit" | "remove" | "bytes";

const isExact = ({ world }: Transaction, { path, before, after }: PlannedFile): boolean =>
  world.files.stat(path)?.kind === "file" && [before?.sha256, after?.sha256].includes(world.files.hash(path).sha256);

/** Returns the method of giving a file its old or its new content (`side`), decided from the content on disk; changes nothing. */
export function wayTo(transaction: Transaction, file: PlannedFile, side: Side): Way {
  if (fileState(transaction, file) === side) return "nothing";
  if (transaction.world.files.stat(file.path) && !isExact(transaction, file)) {
    if (file.as === "log4j2") return "leave";
    if (file.as === "pairs" && file[side] !== null) return "edit";
  }
  return file[side] === null ? "remove" : "bytes";
}

/**
 * Restores the old or new content of one file of a plan: with the bytes in the work folder, or by single values if the connector has
 * rewritten the file in between. A repeated call changes nothing.
 */
export function restore(transaction: Transaction, file: PlannedFile | undefined, side: Side): void {
  if (!file) return;
  const { layout, world, notes } = transaction;
  const way = wayTo(transaction, file, side);
  if (way === "nothing") return;
  if (way === "leave") {
    notes.push(`${file.path} was changed in the meantime and is left unchanged`);
    return;
  }
  if (way === "edit") {
    editTo(transaction, file, side);
    return;
  }
  const bytes = way === "bytes" ? keptBytes(world, layout, file, side) : null;
  const stat = world.files.stat(file.path);
  if (stat && !isExact(transaction, file)) quarantine(transaction, file);
  if (bytes === null) {
    if (stat) world.files.remove(file.path);
    return;
  }
  writeBeside(transaction, file, bytes);
  world.files.replace(file.temp, file.path);
}
