import type { Tool } from "./tool.ts";
import { tool as captureRead } from "./tools/capture-read.ts";
import { tool as captures } from "./tools/captures.ts";
import { tool as check } from "./tools/check.ts";
import { tool as diagnose } from "./tools/diagnose.ts";
import { tool as plan } from "./tools/plan.ts";
import { tool as probe } from "./tools/probe.ts";
import { tool as recordStart } from "./tools/record-start.ts";
import { tool as recordStatus } from "./tools/record-status.ts";
import { tool as recordStop } from "./tools/record-stop.ts";
import { tool as why } from "./tools/why.ts";

/** All tools of the MCP server, in the order in which clients show them. */
export const TOOLS: readonly Tool[] = [
  check,
  why,
  plan,
  diagnose,
  probe,
  recordStatus,
  recordStart,
  recordStop,
  captures,
  captureRead,
];

/** Returns the tools that an MCP server offers; those that change something only with --allow-record. */
export const toolsFor = (allowRecord: boolean): readonly Tool[] => TOOLS.filter(({ changes }) => allowRecord || !changes);
