import { AUTHOR_COMMANDS } from "../author/index.ts";
import { COMPILER_COMMANDS } from "../compiler/index.ts";
import { DEPLOY_COMMANDS } from "../deploy/index.ts";
import { DIAGNOSE_COMMANDS } from "../diagnose/index.ts";
import { LIVE_COMMANDS } from "../live/index.ts";
import { RECORD_COMMANDS } from "../record/index.ts";
import type { CommandEntry } from "../report/index.ts";
import { SERVE_COMMANDS } from "../serve/index.ts";
import { CLI_COMMANDS } from "./commands/registry.generated.ts";

const LISTS = [
  AUTHOR_COMMANDS,
  CLI_COMMANDS,
  COMPILER_COMMANDS,
  DEPLOY_COMMANDS,
  DIAGNOSE_COMMANDS,
  LIVE_COMMANDS,
  RECORD_COMMANDS,
  SERVE_COMMANDS,
];

/** The commands of all slices of src/, sorted by name. */
export const COMMANDS: readonly CommandEntry[] = LISTS.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
