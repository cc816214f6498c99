import { beforeFirst } from "../../kernel/index.ts";
import type { RunOptions } from "./compiled.ts";

/**
 * Returns the network addresses in a hosts file by host name. Its lines are `address name [alias...]`, and '#' begins a comment. As in
 * resolvers, the first entry of a name applies; a name can have one IPv4 and one IPv6 entry.
 */
export function parseHostsFile(path: string, text: string): NonNullable<RunOptions["hostsFile"]> {
  const hosts = new Map<string, { address: string; evidence: string }[]>();
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    const [address, ...names] = beforeFirst(line, "#").trim().split(/\s+/);
    if (!address) return;
    for (const name of names) {
      const entries = hosts.get(name.toLowerCase()) ?? [];
      const family = address.includes(":");
      if (!entries.some((entry) => entry.address.includes(":") === family))
        entries.push({ address, evidence: `hosts file ${path}:${index + 1}` });
      hosts.set(name.toLowerCase(), entries);
    }
  });
  return hosts;
}
