// Makes the profile of a release: a small archive that differs between releases; the newer one is smaller.
import { storedZip } from "./zip.mjs";

const STEREOTYPES = ["PLM_Item", "PLM_Revision", "PLM_Dataset", "PLM_Link", "PLM_Synchronized", "PLM_CheckedOut"];
const ONLY_2506 = ["PLM_LegacyExport", "PLM_LegacyLock"];

export function profileArchive(release) {
  const names = release.name < "2606" ? [...STEREOTYPES, ...ONLY_2506] : STEREOTYPES;
  const rows = names.map((name, i) => `  <stereotype id="${release.name}-${i + 1}" name="${name}" border="plm-synchronized"/>`);
  const model = `<?xml version="1.0" encoding="UTF-8"?>\n<profile name="PLM_Profile" release="${release.name}">\n${rows.join("\n")}\n</profile>\n`;
  const record = `name=PLM_Profile\nrelease=${release.name}\nbuilt=${release.built}\n`;
  return storedZip([
    ["profile.xml", Buffer.from(model, "latin1")],
    ["record.properties", Buffer.from(record, "latin1")],
  ]);
}
