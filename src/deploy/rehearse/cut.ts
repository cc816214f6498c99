import type { SwapFiles, SwapWorld } from "../../platform/index.ts";

/** Thrown by every file operation after the simulated power cut, also in the clean-up of the interrupted deploy. */
export class PowerCut extends Error {
  override readonly name = "PowerCut";
}

/**
 * Returns `world` (the machine) with a simulated power cut before the swap step number `step`, counted from 1; from then on, every file
 * operation throws PowerCut. `gone` returns the name of that step, or null before the cut.
 */
export function cutPower(world: SwapWorld, step: number): { world: SwapWorld; gone: () => string | null } {
  let count = 0;
  let last = "";
  const dead = () => count >= step;
  const files: SwapFiles = new Proxy(world.files, {
    get(target, name: keyof SwapFiles) {
      const operation = target[name];
      return (...args: readonly never[]) => {
        if (dead()) throw new PowerCut(`power failure at ${last}`);
        return Reflect.apply(operation, target, args);
      };
    },
  });
  return {
    world: {
      ...world,
      files,
      reached(id, detail) {
        count++;
        if (count === step) last = detail ? `${id} ${detail}` : id;
        if (dead()) throw new PowerCut(`power failure at ${last}`);
      },
    },
    gone: () => (dead() ? last : null),
  };
}
