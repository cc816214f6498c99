import { Refusal, systemCode, wrongUse } from "../../../kernel/index.ts";
import type { Endpoint, RecordingWorld, Upstream } from "../../../platform/index.ts";
import { isAddress, loops, endpointText, upstreamText } from "../../relay/address.ts";
import { notReachedWords } from "../../views/recording.ts";
import type { Invocation } from "../../../report/index.ts";

/** Returns the addresses of a server's name. Throws a Refusal for a name that does not resolve. */
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
 * Connects to a server before a workstation is switched to the server's relay. Resolves to null if the server answers, otherwise to the
 * error code of the system or of TLS.
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

/** Returns whether an error code is that of a certificate fault, which the tool would meet as well. */
const isTrust = (code: string): boolean => /CERT|SIGNATURE|CHAIN|ALTNAME|SSL|EPROTO/.test(code);

/**
 * Connects to every server once. Throws a Refusal (exit code 3) for one whose certificate cannot be verified, because its relay would
 * forward nothing. One that does not answer is only reported, because a failing tier can be recorded, too.
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

/** Returns the message for a missing loopback address, and how to add one on a system that has only 127.0.0.1. */
export const noSuchAddress = (at: string): { readonly says: string; readonly help: string } => ({
  says: `this machine has no address ${at}`,
  help: `macOS only has 127.0.0.1 until an administrator adds others, which last until a restart: sudo ifconfig lo0 alias ${at} up`,
});

/**
 * Returns the address and port at which a relay listens: the wanted ones, or a free port if another program has the wanted one. If this
 * machine lacks the wanted address, returns 127.0.0.1 with a free port and reports it with `tell`: servers on one address share cookies
 * that they would not share without a relay.
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
