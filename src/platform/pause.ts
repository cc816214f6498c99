import { setTimeout as wait } from "node:timers/promises";

export const pause = (milliseconds: number): Promise<void> => wait(milliseconds);
