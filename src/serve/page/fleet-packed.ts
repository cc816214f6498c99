import { shorten, visible } from "../../report/index.ts";
import type { Change } from "../../compiler/index.ts";
import { type InstalledBundle, isUncommitted } from "../../deploy/index.ts";
import type { Fleet, Machine } from "./fleet.ts";
import {
  type Difference,
  type FleetBundle,
  type FleetData,
  MARKS,
  type Mark,
  NEVER_SEEN,
  type PackedMachine,
} from "./fleet-data.ts";
import { ORDER } from "./fleet-words.ts";
import { driftsOf, listedMachines } from "./machines.ts";

const shown = (text: string): string => visible(shorten(text));
const shownValue = (text: string | null | undefined): string | null => (text === null || text === undefined ? null : shown(text));

const difference = ({ file, key, secret, before, after }: Change): Difference => ({
  file,
  key: shown(key ?? ""),
  secret,
  installed: shownValue(before),
  compiled: shownValue(after),
});

const bundleOf = ({ environment, connector, serial, sha256, commit }: InstalledBundle): FleetBundle => ({
  environment: shown(environment),
  connector: shown(connector),
  serial,
  sha256,
  commit,
});

const MARKED: Readonly<Record<Mark, (machine: Machine) => boolean>> = {
  "older-bundle": ({ older }) => older,
  "last-run-failed": ({ troubled }) => troubled,
  "not-seen": ({ silent }) => silent,
  "clock-ahead": ({ ahead }) => ahead,
  unexpected: ({ unexpected }) => unexpected,
  uncommitted: ({ stands }) => isUncommitted(stands),
  "other-environment": ({ meant }) => meant !== null,
};

/** Returns the workstations for the page's export, in the order of the page's rows, with texts as the page shows them. */
export function packedFleet(fleet: Fleet, repository: string): FleetData {
  const drifts = driftsOf(fleet.machines);
  const numbers = new Map(drifts.flatMap(({ machines }, i) => machines.map((machine) => [machine, i] as const)));
  const bundles = new Map<InstalledBundle, number>();
  const states: readonly string[] = [...ORDER, NEVER_SEEN];
  const packed = (machine: Machine): PackedMachine => {
    const { last, stands, state, since, seen } = machine;
    const bundle = stands?.bundle ?? null;
    if (bundle && !bundles.has(bundle)) bundles.set(bundle, bundles.size);
    const marks = MARKS.reduce((bits, mark, bit) => bits | (MARKED[mark](machine) ? 1 << bit : 0), 0);
    const at = bundle ? (bundles.get(bundle) ?? -1) : -1;
    const row = [
      shown(last.machine),
      states.indexOf(state),
      at,
      numbers.get(machine) ?? -1,
      since ?? "",
      seen,
      last.result,
    ] as const;
    return [...row, marks, shown(last.error ?? "")];
  };
  const rows = listedMachines(fleet).map(packed);
  const never = fleet.neverSeen.map(
    ({ machine, environment }): PackedMachine => [
      shown(machine),
      states.indexOf(NEVER_SEEN),
      -1,
      -1,
      shown(environment ?? ""),
      "",
      "",
      0,
      "",
    ],
  );
  return {
    repository: shown(repository),
    asOf: fleet.today,
    bundles: [...bundles.keys()].map(bundleOf),
    differences: drifts.map(({ changes }) => changes.map(difference)),
    states,
    machines: [...rows, ...never],
  };
}
