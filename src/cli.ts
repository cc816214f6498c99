import { resolve } from "node:path";
import { dispatch } from "./commands/dispatch.ts";
import { processHost } from "./io/process-host.ts";

process.exitCode = await dispatch(process.argv.slice(2), processHost(), resolve);
