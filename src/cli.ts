import { resolve } from "node:path";
import { dispatch } from "./commands/dispatch.ts";
import { inWords, processHost } from "./io/process-host.ts";

process.exitCode = await inWords(() => dispatch(process.argv.slice(2), processHost(), resolve));
