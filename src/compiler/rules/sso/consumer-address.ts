import { type Text, type Wording, defineDiagnostic, name, placeOf, say, value, words } from "../../../kernel/index.ts";
import { isLoopback, isOfMachineItself, normalAddress, parseAddress } from "../../model/address.ts";
import { consumerFault, type ConsumerFault } from "../../sso/consumer-address.ts";
import type { EnvironmentRule } from "../rule.ts";
import { SOUND_SIGN_IN, signInAnd } from "./example-sign-in.ts";

interface Args {
  /** `issuer`: the issuer's host is a loopback name or address such as localhost, with which every machine reaches itself. */
  readonly fault: ConsumerFault | "issuer";
  readonly consumer: string;
  readonly kind: string;
  readonly address: string;
  /** The host name in the realm's issuer address; null if it is not known. */
  readonly issuer: string | null;
}

/** By kind of consumer, the network address to which it must resolve the issuer's host name, as the artifact names.md describes. */
const LEADS: Readonly<Record<string, string>> = {
  guest: "the host's address on the virtual machine's switch",
  container: "the address of the host's gateway",
};

function notesOf({ fault, kind, issuer }: Args): readonly Text[] {
  const called = issuer === null ? say`the issuer's name` : name(issuer);
  if (fault === "loopback")
    return [
      say`inside a ${words(kind)} it is the ${words(kind)} itself, where no identity provider answers; that ${called} resolves there proves nothing`,
      say`names.md would print it as a line to set, and the consumer then shows no single sign-on at all`,
    ];
  if (fault === "issuer")
    return [say`${called} is the ${words(kind)} itself there, before any hosts line is read, and every token names that issuer`];
  if (fault === "nowhere") return [say`it means any address for a listener; no connection to it is possible`];
  return [
    say`a hosts line, a hostAliases entry and \`curl --resolve\` take an address, not a name: the lines that names.md prints would not work`,
  ];
}

const MESSAGES: Readonly<Record<Args["fault"], string>> = {
  issuer: "",
  blank: ", which is no address",
  name: ", which is a name and not an address",
  loopback: ", its own loopback",
  nowhere: ", which is the address of no machine",
};

function wording(found: Args): Wording {
  const { fault, consumer, kind, address } = found;
  const leads = LEADS[kind];
  if (fault === "issuer")
    return {
      message: say`the issuer's name leads ${name(consumer)} (${words(kind)}) to itself`,
      notes: notesOf(found),
      help: say`give the identity provider a separate name in idp.base, not the machine's own, and pin the discovery document again`,
    };
  return {
    message: say`the issuer's name leads ${name(consumer)} (${words(kind)}) to ${value(address)}${words(MESSAGES[fault])}`,
    notes: notesOf(found),
    help:
      leads === undefined
        ? say`write the identity provider's address as numbers (127.0.0.1 where it runs on this host), or leave address out`
        : say`write ${words(leads)} as numbers, such as 10.20.0.1, or leave address out until it is known; \`curl --resolve\` in names.md proves it`,
  };
}

const consumers = (list: string) => signInAnd(`consumers: [${list}]\n`);

const consumerAddress = defineDiagnostic({
  id: "sso/consumer-address",
  severity: "error",
  title: "for a consumer, the issuer's name leads to itself, to nothing or to another name",
  why: "The issuer's one name has another address for each consumer. In a guest or a container the loopback is the guest or container itself: the name resolves, nothing answers, and the application shows no single sign-on. An address that is a name cannot be written into a hosts file or --add-host.",
  remedy: "Write the identity provider's address for this consumer: the host's on the virtual switch, or its gateway's.",
  clauses: ["E15", "E18"],
  message: wording,
  fails: consumers("{ name: wiki, kind: container, address: 127.0.0.1 }"),
  passes: [
    SOUND_SIGN_IN,
    consumers("{ name: idp host, kind: host, address: 127.0.0.1 }, { name: wiki, kind: container, address: 10.20.0.1 }"),
    consumers('{ name: guest, kind: guest, address: "fd00::1" }, { name: later, kind: container }'),
  ],
});

export const rule: EnvironmentRule = {
  ...consumerAddress,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    for (const consumer of signIn?.consumers ?? []) {
      const { address, name: called, kind } = consumer;
      const issuer = parseAddress(signIn?.issuer?.value ?? "")?.host ?? null;
      const isOwn =
        kind.text !== "host" && issuer !== null && (isLoopback(issuer) || isOfMachineItself(normalAddress(issuer) ?? ""));
      const fault: Args["fault"] | null = consumerFault(consumer) ?? (isOwn ? "issuer" : null);
      if (!fault) continue;
      const leaf = address ?? called;
      const args = { fault, consumer: called.text, kind: kind.text, address: address?.text ?? "", issuer };
      yield consumerAddress.at(placeOf(leaf.span), args, { pointer: leaf.pointer });
    }
  },
};
