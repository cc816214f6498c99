import { csvOf, documentOf } from "../fleet-data.ts";
import { all, make, one } from "./dom.ts";
import { data } from "./values.ts";

/** Hands a text to the browser as a file to save. */
function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Makes the export buttons save the workstations whose rows the search shows: row n of the page is entry n of `FleetData.machines`. */
export function offerExport(): void {
  const box = one<HTMLElement>(".export");
  if (!box) return;
  box.hidden = false;
  box.addEventListener("click", (event) => {
    const form = event.target instanceof Element ? event.target.getAttribute("data-export") : null;
    const { fleet } = data();
    if (form === null || !fleet) return;
    const rows = all<HTMLElement>('tr[data-item="fleet"]');
    const document = documentOf(fleet, (row) => rows[row]?.hidden !== true);
    const name = `${fleet.repository.replace(/[^\w.-]+/g, "_")}-fleet-${fleet.asOf}.${form}`;
    if (form === "csv") save(name, "text/csv", csvOf(document));
    else save(name, "application/json", `${JSON.stringify(document, null, 1)}\n`);
  });
}
