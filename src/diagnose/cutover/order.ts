import type { Consumer } from "./consumer.ts";

/** The work for one consumer of the old address, and its time before, at or after the switch to the new address; see docs/cutover.md. */
export interface Step {
  readonly consumer: Consumer;
  readonly who: string;
  readonly when: "before" | "switch" | "after";
  readonly does: string;
}

/**
 * The consumers in the order in which the old address is changed for them. The web client's gateway serves one port as HTTP or as HTTPS,
 * never both, so the old address fails from the switch on. Work that can be prepared comes first, text that only people read last.
 */
export const ORDER: readonly Step[] = [
  {
    consumer: "unknown",
    who: "unknown consumers",
    when: "before",
    does: "find out who does: the file's own program, a script, a profile of an automation",
  },
  {
    consumer: "idp",
    who: "the identity provider",
    when: "before",
    does: "register the new redirect and post-logout addresses in addition to the old ones; remove the old ones after the switch",
  },
  {
    consumer: "login-service",
    who: "the login service",
    when: "switch",
    does: "change the reply address, the application registry and its own files together with the gateway, then restart it",
  },
  {
    consumer: "identity-service",
    who: "the identity service",
    when: "switch",
    does: "change it together with the login service, then restart it",
  },
  {
    consumer: "connector",
    who: "the connector",
    when: "switch",
    does: "change the YAML, compile, bundle, and install the new settings on every workstation; restart the tool",
  },
  {
    consumer: "client",
    who: "the client library",
    when: "switch",
    does: "in the same bundle as the connector: both have to reach the same tier",
  },
  {
    consumer: "person",
    who: "people",
    when: "after",
    does: "change instructions, bookmarks and shortcuts, and tell their readers the day",
  },
  {
    consumer: "record",
    who: "records of workstations as they were",
    when: "after",
    does: "nothing to change: delete a file that no carryFrom names, or replace it by a workstation's new one",
  },
];
