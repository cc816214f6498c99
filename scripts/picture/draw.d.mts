import type { Run } from "./terminal.mjs";

/** The SVG text of a terminal that shows `command` and its output; `text` is what a reader who sees no picture gets. */
export function drawTerminal(terminal: { command: string; lines: Run[][]; columns: number; text: string }): string;
