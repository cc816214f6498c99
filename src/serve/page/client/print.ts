import { all } from "./dom.ts";

/** Opens all folded elements while the page is printed, and folds them again afterwards. */
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
