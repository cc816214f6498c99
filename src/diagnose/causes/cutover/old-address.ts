import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "cutover/old-address",
  title: "somebody still uses the http address after the web client moved to https",
  signs: [
    { all: ["requires tls"] },
    { all: ["plain http request was sent to https port"] },
    { types: ["SSLException"], like: /Unsupported or unrecognized SSL message|plaintext connection/i },
    {
      types: ["ConnectException", "HttpHostConnectException"],
      like: /http:\/\/[^\s"']{1,200}/,
      not: /openid-configuration|127\.0\.0\.1|localhost/i,
      confidence: "low",
    },
  ],
  symptoms: [
    {
      says: "scripts and clients cannot connect since TLS was turned on",
      words: "connect|fail|reach|script|client tls|ssl|https since|after|turn|enabl|switch|cutover",
    },
  ],
  states: "that the connection is refused or that its first bytes are not understood",
  cause:
    "The gateway binds one port as HTTP or as HTTPS, never both: with TLS every user of the old address fails at once, automation profiles included.",
  why: "The answer is one to plain http on a port that speaks TLS, or nobody listens on the old port any more.",
  check: {
    does: "`tierwright cutover OLD-URL PATH...` lists every place that still has the old address.",
    control: "The https address must answer from the same machine: else the tier is down, and the address is not the cause.",
  },
  action: [
    "Search for the old address, in the repository and in what lies beside it.",
    "Change the places in the order that the command prints.",
    "Restart what reads its settings at its start.",
  ],
  evidence: ["the address out of the message", "who made the call"],
  log: "the log of the program that cannot connect",
  confidence: "high",
  excludes: [],
  deadEnds: ["Opening the old port again: it cannot speak both.", "Adding a redirect: programs that post do not follow it."],
  matches: [
    "Bad Request. This combination of host and port requires TLS.",
    "400 The plain HTTP request was sent to HTTPS port",
    "javax.net.ssl.SSLException: Unsupported or unrecognized SSL message",
  ],
  lookAlikes: [
    "javax.net.ssl.SSLException: Connection reset",
    "java.net.ConnectException: Connection refused: connect https://plm.example.com:8443",
  ],
};
