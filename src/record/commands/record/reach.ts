import { Refusal, systemCode, wrongUse } from "../../../kernel/index.ts";
import type { Endpoint, RecordingWorld, Upstream } from "../../../platform/index.ts";
import { isAddress, loops, endpointText, upstreamText } from "../../relay/address.ts";
import { notReachedWords } from "../../views/recording.ts";
import type { Invocation } from "../../../report/index.ts";

/** Returns the IP addresses of a server. Throws a Refusal with the advice `help` if its name does not resolve. */
export async function addressesOf({ host }: Pick<Invocation, "host">, to: Upstream, help: string): Promise<readonly string[]> {
  if (isAddress(to.host)) return [to.host];
  try {
    return await host.resolve(to.host);
  } catch {
    throw new Refusal(3, `${to.host} does not resolve; nothing is recorded`, help);
  }
}

export function refuseLoop(
  listen: Endpoint,
  to: Upstream,
  addresses: readonly string[],
  world: RecordingWorld,
  help: string,
): void {
  if (loops(listen, addresses, to.port, world.own()))
    throw wrongUse(`${endpointText(to)} is the relay's own address: every connection would cause another`, help);
}

const PATIENCE = 10_000;

/**
 * Tries to connect to a server before the workstation is switched to its relay. Resolves to null if the connection (with TLS, its
 * handshake) succeeds, otherwise to the error code of the system or of TLS.
 */
export function tryServer(world: RecordingWorld, to: Upstream): Promise<string | null> {
  return new Promise((resolve) => {
    const end = world.connect(to);
    const done = (code: string | null) => {
      clearTimeout(timer);
      resolve(code);
    };
    const timer = setTimeout(() => {
      end.reset();
      done("ETIMEDOUT");
    }, PATIENCE);
    const nothing = () => undefined;
    end.begin({
      connected: () => {
        done(null);
        end.reset();
      },
      bytes: () => true,
      drained: nothing,
      finished: nothing,
      lost: done,
      closed: () => done("CLOSED"),
    });
  });
}

/** Returns whether an error code is that of a failed TLS handshake, such as an untrusted certificate. */
const isTrust = (code: string): boolean => /CERT|SIGNATURE|CHAIN|ALTNAME|SSL|EPROTO/.test(code);

/**
 * Connects to every server once. Throws a Refusal (exit code 3) for a server whose certificate cannot be verified, because its relay would
 * forward nothing. Only reports a server that does not answer, because users also record a failing tier.
 */
export async function refuseUnverified(
  world: RecordingWorld,
  servers: readonly Upstream[],
  tell: (words: string) => void,
): Promise<void> {
  for (const to of servers) {
    const code = await tryServer(world, to);
    if (code === null) continue;
    const words = `${upstreamText(to)} ${notReachedWords(code)}`;
    if (isTrust(code))
      throw new Refusal(3, `${words}: the relay would forward nothing; nothing is recorded`, "the tool was not switched");
    tell(`${words}; the relay tries again for every connection`);
  }
}

const MOST_PORT = 65_535;

/** Returns the message for a loopback address that this machine does not have, and how to add it on macOS. */
export const noSuchAddress = (at: string): { readonly says: string; readonly help: string } => ({
  says: `this machine has no address ${at}`,
  help: `macOS only has 127.0.0.1 until an administrator adds others, which last until a restart: sudo ifconfig lo0 alias ${at} up`,
});

/**
 * Returns the address and port at which a relay can listen: `wanted`, or a free port of that address if the wanted port is not free. If
 * this machine lacks the address, returns 127.0.0.1 with a free port and reports that with `tell`, because relays on one address share
 * cookies that their servers would not share without relays.
 */
export async function portAt(world: RecordingWorld, wanted: Endpoint, tell: (words: string) => void): Promise<Endpoint> {
  const attempt = async (at: Endpoint): Promise<Endpoint | string> => {
    try {
      const listening = await world.listen(at, (client) => client.reset());
      listening.close();
      return listening.at;
    } catch (error) {
      return systemCode(error);
    }
  };
  const usual = wanted.port <= MOST_PORT ? await attempt(wanted) : "";
  if (typeof usual !== "string") return usual;
  const free = await attempt({ ...wanted, port: 0 });
  if (typeof free !== "string") return free;
  const last = await attempt({ host: "127.0.0.1", port: 0 });
  if (typeof last === "string")
    throw wrongUse(`no port of ${wanted.host} or 127.0.0.1 can be listened on`, "end the programs that use them");
  if (free === "EADDRNOTAVAIL") {
    const { says, help } = noSuchAddress(wanted.host);
    tell(`${says}: its relay listens on ${endpointText(last)}, where servers with different names share cookies; ${help}`);
  }
  return last;
}
