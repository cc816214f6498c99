import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { dispatch } from "../../../../src/cli/dispatch.ts";
import { processHost } from "../../../../src/platform/process-host.ts";
import { faulty, resetTrial, trial } from "./faulty-world.ts";

// The command as a real process that meets a fault; only this test entry reads the variables.
const { TIERWRIGHT_TEST_FAULT: fault, TIERWRIGHT_TEST_EVENTS: events, TIERWRIGHT_TEST_SIGINT: signalled } = process.env;
resetTrial(fault ? JSON.parse(fault) : null);
trial.kill = () => void process.kill(process.pid, "SIGKILL");
const host = processHost();
const machine: typeof host.machine = async (reached) =>
  faulty(
    await host.machine((step, detail) => {
      if (step === signalled) process.kill(process.pid, "SIGINT");
      reached(step, detail);
    }),
  );
process.exitCode = await dispatch(process.argv.slice(2), { ...host, machine }, resolve);
if (events) writeFileSync(events, JSON.stringify(trial.events));
