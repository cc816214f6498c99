import type { SwapFiles, SwapWorld } from "../../platform/index.ts";

/** Thrown by everything that a run tries after the power is gone; no clean-up of the run can work either. */
export class PowerCut extends Error {
  override readonly name = "PowerCut";
}

/**
 * A world whose power goes before the n-th step (from 1): from there no file operation does anything. `gone` names the step once it
 * has happened.
 */
export function cutting(world: SwapWorld, step: number): { world: SwapWorld; gone: () => string | null } {
  let count = 0;
  let last = "";
  const dead = () => count >= step;
  const files: SwapFiles = new Proxy(world.files, {
    get(target, name: keyof SwapFiles) {
      const operation = target[name];
      return (...args: readonly never[]) => {
        if (dead()) throw new PowerCut(`the power is gone at ${last}`);
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
        if (dead()) throw new PowerCut(`the power is gone at ${last}`);
      },
    },
    gone: () => (dead() ? last : null),
  };
}
