import type { Run } from "./terminal.mjs";

/** Returns the SVG text of a terminal that shows `command` and its output; `text` is for readers who see no picture. */
export function drawTerminal(terminal: { command: string; lines: Run[][]; columns: number; text: string }): string;
