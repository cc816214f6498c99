import { existsSync } from "node:fs";
import { sep } from "node:path";
import type { SwapWorld } from "../../../../src/platform/machine.ts";
import { PATIENCE, type Scan } from "./fault.ts";

const BLOCKED: ReadonlySet<string> = new Set(["write", "rename", "replace", "remove", "removeFolder", "removeTree"]);
const READING: ReadonlySet<string> = new Set(["read", "hash"]);
const MAKING: ReadonlySet<string> = new Set(["write", "rename", "replace"]);

/** What a scanner holds while a run works; time goes by when the run waits, and a little with every operation. harness.ps1 has the same. */
export class Scanner {
  #clock = 0;
  #random: number;
  readonly #held = new Map<string, number>();

  constructor(readonly scan: Scan) {
    this.#random = scan.seed ?? 0;
  }

  get world(): Partial<SwapWorld> {
    return {
      patience: PATIENCE,
      windows: true,
      pause: (milliseconds) => {
        this.#clock += milliseconds;
      },
    };
  }

  #next(): number {
    this.#random = (this.#random * 16_807 + 1) % 2_147_483_647;
    return this.#random;
  }

  #holds(path: string): boolean {
    return this.#clock < (this.#held.get(path) ?? 0);
  }

  /** A file that was named is held from the first moment that a run wants to change it. */
  #begin(path: string): void {
    const { scan } = this;
    if (scan.path === undefined || this.#held.has(path) || !path.replaceAll(sep, "/").endsWith(scan.path)) return;
    this.#held.set(path, scan.milliseconds == null ? Number.POSITIVE_INFINITY : this.#clock + scan.milliseconds);
  }

  /** True where an operation meets a file that is held. */
  blocks(name: string, from: string, to: string | null): boolean {
    this.#clock++;
    if (!BLOCKED.has(name) && !(this.scan.alone === true && READING.has(name))) return false;
    if (existsSync(from)) this.#begin(from);
    if (to !== null && existsSync(to)) this.#begin(to);
    const below =
      name === "rename" || name === "removeTree" ? [...this.#held.keys()].filter((path) => path.startsWith(from + sep)) : [];
    return [from, ...(to === null ? [] : [to]), ...below].some((path) => this.#holds(path));
  }

  /** Told after an operation: what was made or moved may be held from now on. */
  done(name: string, from: string, to: string | null): void {
    const { scan } = this;
    if (scan.path !== undefined || !MAKING.has(name)) return;
    const chance = this.#next() % 100;
    const stuck = scan.stuck ?? 0;
    const until = this.#clock + 1 + (this.#next() % (scan.longest ?? 1));
    if (chance < stuck) this.#held.set(to ?? from, Number.POSITIVE_INFINITY);
    else if (chance < stuck + (scan.percent ?? 0)) this.#held.set(to ?? from, until);
  }
}
