import { join } from "node:path";
import { expect } from "vitest";
import { type BundleShape, settingsBundle, swapBundle } from "./bundle.ts";
import type { Fault } from "./fault.ts";
import { installation, type Start } from "./installation.ts";
import type { Options, Outcome, Runner } from "./runner.ts";
import { scratch } from "./scratch.ts";
import { debris, differing } from "./judge.ts";
import { everything, foreign, type Snapshot, snapshot } from "./snapshot.ts";

/** What a run that ends without installing may leave: the newest attempt, beside the receipts. */
const ATTEMPT = /\.swap(\/receipts(\/attempt\.json)?|\/lock)?$/;

/** One scratch installation and the bundles that a test takes there. */
export class Workstation {
  readonly folder = scratch();
  readonly root: string;
  #bundles = 0;
  #foreign: Snapshot;

  constructor(
    readonly runner: Runner,
    start: Start,
  ) {
    this.root = installation(join(this.folder, "root"), start);
    this.#foreign = foreign(this.root);
  }

  swap(shape: BundleShape = {}): string {
    return swapBundle(join(this.folder, `bundle-${++this.#bundles}.zip`), shape);
  }

  settings(shape: BundleShape = {}): string {
    return settingsBundle(join(this.folder, `settings-${++this.#bundles}.zip`), shape);
  }

  deploy(bundle: string, options: Partial<Options> = {}, fault?: Fault): Promise<Outcome> {
    return this.runner.deploy(bundle, { root: this.root, ...options }, fault);
  }

  rollback(options: Partial<Options> = {}, fault?: Fault): Promise<Outcome> {
    return this.runner.rollback({ root: this.root, ...options }, fault);
  }

  /** A run that is killed when it reaches a step. */
  async killedAt(step: string, bundle: string, options: Omit<Options, "root"> = {}): Promise<void> {
    const { code, err } = await this.deploy(bundle, options, { what: "step", at: step, how: "kill" });
    expect({ code, err }).toEqual({ code: null, err: expect.any(String) });
  }

  verify(options: Partial<Options> = {}): Promise<Outcome> {
    return this.runner.verify({ root: this.root, ...options });
  }

  /** A run that has to end with 0, leave nothing half done and touch nothing of others. */
  async done(outcome: Promise<Outcome>): Promise<Outcome> {
    const ended = await outcome;
    expect({ code: ended.code, err: ended.err }).toEqual({ code: 0, err: "" });
    expect(debris(this.root)).toEqual([]);
    expect(differing(this.#foreign, foreign(this.root))).toBe("");
    return ended;
  }

  /** A run that has to end with a code, say something, and write nothing at all. */
  async refused(outcome: () => Promise<Outcome>, code: number, says: RegExp): Promise<Outcome> {
    const before = everything(this.root);
    const ended = await outcome();
    expect(ended.err).toMatch(says);
    expect(ended.code).toBe(code);
    const after = Object.entries(everything(this.root)).filter(([path]) => path in before || !ATTEMPT.test(path));
    expect(
      differing({ ...before, ...Object.fromEntries(after.filter(([path]) => ATTEMPT.test(path))) }, Object.fromEntries(after)),
    ).toBe("");
    return ended;
  }

  /** Changes what others own, and takes it as the new starting point. */
  change(act: (root: string) => void): void {
    act(this.root);
    this.#foreign = foreign(this.root);
  }

  get state(): Snapshot {
    return snapshot(this.root);
  }
}
