import { resolve } from "node:path";
import { readForDisplay, wrongUse } from "../../../kernel/index.ts";
import { isFolder, receiptFiles } from "../../../platform/index.ts";
import { installedSide } from "../../../compiler/index.ts";
import type { DamagedReceipt, Installed, Receipts } from "../../page/fleet.ts";
import { RECEIPT, type Receipt, describesState, installationOf, installedPlace, isLater } from "../../../deploy/index.ts";

/** Returns for every installation its newest receipt, and its newest one that describes a state. */
function byInstallation(receipts: readonly Receipt[]): readonly Installed[] {
  const found = new Map<string, { stands: Receipt | null; last: Receipt }>();
  for (const receipt of receipts) {
    const place = installedPlace(receipt);
    const known = found.get(place) ?? { stands: null, last: receipt };
    if (isLater(receipt, known.last)) known.last = receipt;
    if (describesState(receipt) && (known.stands === null || isLater(receipt, known.stands))) known.stands = receipt;
    found.set(place, known);
  }
  const all = [...found].map(([place, { stands, last }]) => {
    const [installation] = stands ? installationOf(stands) : [];
    return { place, installed: { stands, last, side: installation ? installedSide(installation) : null } };
  });
  return all.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ installed }) => installed);
}

/** Reads the receipts of a folder. Lists a receipt that cannot be read as damaged. Throws a Refusal if there are none. */
export function readReceipts(cwd: string, folder: string): Receipts {
  const path = resolve(cwd, folder);
  if (!isFolder(path))
    throw wrongUse(`--receipts '${folder}' is not a folder`, "name the folder that `deploy --receipt-copy` fills");
  const files = receiptFiles(path);
  if (files.length === 0)
    throw wrongUse(`there is no receipt in ${folder}`, "name the folder that `deploy --receipt-copy` fills");
  const damaged: DamagedReceipt[] = [];
  const receipts = files.flatMap((file): readonly Receipt[] => {
    const read = "bytes" in file ? readForDisplay(RECEIPT, file.bytes) : { problem: file.why };
    if ("record" in read) return [read.record];
    damaged.push({ name: file.name, why: read.problem });
    return [];
  });
  return { folder, installed: byInstallation(receipts), damaged };
}
