import { resolve } from "node:path";
import { wrongUse } from "../../diagnostic/refusal.ts";
import { isFolder } from "../../io/folders.ts";
import { receiptFiles } from "../../io/receipt-files.ts";
import { installedSide } from "../../plan/installed-side.ts";
import type { DamagedReceipt, Installed, Receipts } from "../../page/fleet.ts";
import type { Receipt } from "../../swap/protocol/receipt.ts";
import { readForDisplay } from "../../records/read.ts";
import { RECEIPT } from "../../swap/records/kinds.ts";
import { describesState, installationOf, installedPlace, isLater } from "./plan-installed.ts";

/** The newest receipts of every installation: of all of its runs, and of those that describe a state. */
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

/** What the receipts of a folder say; a receipt that cannot be read is named and left out. */
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
