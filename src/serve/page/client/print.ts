import { all } from "./dom.ts";

/** Opens all closed elements while the page is printed. Does nothing in browsers where the style sheet already opens them. */
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
