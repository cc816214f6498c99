import { all } from "./dom.ts";

/** On paper nothing can be opened: what is closed opens for as long as it is printed. Browsers that open it by style find nothing to do. */
export function openForPrint(): void {
  let opened: readonly HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = all<HTMLDetailsElement>("details:not([open])");
    for (const element of opened) element.open = true;
  });
  addEventListener("afterprint", () => {
    for (const element of opened) element.open = false;
    opened = [];
  });
}
