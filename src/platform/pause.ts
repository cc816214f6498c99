import { setTimeout as wait } from "node:timers/promises";

/** Lets time pass. */
export const pause = (milliseconds: number): Promise<void> => wait(milliseconds);
