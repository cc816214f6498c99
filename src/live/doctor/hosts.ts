import { isOfMachineItself, normalAddress, parseHostsFile } from "../../compiler/index.ts";
import { LARGEST_TEXT, type Text, name, say, words } from "../../kernel/index.ts";
import { nativePath } from "../../deploy/index.ts";
import type { State } from "./check.ts";
import type { Looked } from "./looked.ts";
import { NotGathered } from "./station.ts";

const HOSTS = "C:\\Windows\\System32\\drivers\\etc\\hosts";

export type HostsFile = ReturnType<typeof parseHostsFile>;

/**
 * Reads the workstation's hosts file, which can give host names of two tiers one address. Returns null if the file is missing, or if an
 * archive of `deploy.ps1 -Collect` does not have it.
 */
export function hostsFile({ station }: Looked): HostsFile | null {
  try {
    const path = nativePath(HOSTS, station.where);
    if (station.files.stat(path)?.kind !== "file") return null;
    return parseHostsFile(HOSTS, station.files.read(path, LARGEST_TEXT).toString("latin1"));
  } catch (error) {
    if (error instanceof NotGathered) return null;
    throw error;
  }
}

const isOfItself = (text: string): boolean => isOfMachineItself(normalAddress(text) ?? "");

const isV6 = (address: string): boolean => address.includes(":");

/**
 * Returns a result for each host name that the workstation's hosts file maps to another address than tier.hosts of the environment does. An
 * address of the workstation itself gives only a warning, because a relay of a recording can listen there.
 */
export function straysOf({ wanted }: Looked, listed: HostsFile | null, hosts: readonly string[]) {
  return [...new Set(hosts)].flatMap((host): readonly { readonly state: State; readonly text: Text }[] => {
    const declared = wanted?.environment.tier.hosts.get(host)?.addresses.flatMap(({ text }) => normalAddress(text) ?? []) ?? [];
    const strays = (listed?.get(host) ?? []).filter(({ address }) => {
      const own = normalAddress(address) ?? "";
      return declared.some((one) => isV6(one) === isV6(own)) && !declared.includes(own);
    });
    return strays.map(({ address, evidence }) => ({
      state: isOfItself(address) ? "warn" : "fail",
      text: say`${name(host)} leads to ${name(address)} (${words(evidence)}), and tier.hosts says ${name(declared.join(", "))}`,
    }));
  });
}

/**
 * Returns the host names of the hosts file that do not lead to the workstation itself. A name that leads to a relay on the workstation
 * shows nothing about the name's tier.
 */
export const ofOthers = (listed: HostsFile): HostsFile =>
  new Map([...listed].filter(([, entries]) => !entries.some(({ address }) => isOfItself(address))));
