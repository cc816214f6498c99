import { failureWords, DeployStop } from "../../swap/protocol/outcome.ts";
import { type Typed, finishAdvice, leftWords } from "../../swap/inspect/advice.ts";
import type { Layout } from "../../swap/protocol/layout.ts";
import { newestReceipt } from "../../swap/records/receipts.ts";
import { leftRun } from "../../swap/records/unfinished.ts";
import { stopText } from "../../views/deploy.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { typedOf } from "./options.ts";
import type { Invocation } from "../../../report/index.ts";

const AGAIN = "run the same command again: it deletes what was staged, and reports if everything is already in place";

/**
 * Returns the error of a deploy command that a signal interrupted: the state of the installation and the next command.
 * @param layout null if the command had not found the installation yet
 */
function interruption(world: SwapWorld, layout: Layout | null, typed: Typed): DeployStop {
  if (layout === null) return new DeployStop(12, "interrupted before it started", "nothing was written");
  try {
    const left = leftRun(world.files, layout, newestReceipt(world.files, layout));
    if (left) return new DeployStop(12, `interrupted: ${leftWords(layout.install, left)}`, finishAdvice(left, typed));
  } catch (error) {
    return new DeployStop(12, `interrupted, and the state of ${layout.install} cannot be read: ${failureWords(error)}`, AGAIN);
  }
  return new DeployStop(12, `interrupted: no run is half-finished in ${layout.install}`, AGAIN);
}

/** Runs the work of a deploy command. If a signal ends the command, prints the state of the installation and the next command last. */
export function reportInterruption<T>(
  invocation: Invocation,
  world: SwapWorld,
  layout: () => Layout | null,
  work: () => Promise<T>,
): Promise<T> {
  const { host } = invocation;
  return host.interruptible(work, () => {
    const stop = interruption(world, layout(), typedOf(invocation));
    host.stderr.write(stopText(stop));
    return stop.code;
  });
}
