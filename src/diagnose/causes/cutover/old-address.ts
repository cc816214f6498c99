import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "cutover/old-address",
  title: "a program still uses the http address after the web client moved to https",
  signs: [
    { all: ["requires tls"], like: /\b400\b[\s\S]{0,300}host and port requires TLS/i, field: true },
    { all: ["requires tls"], like: /host and port requires TLS/i },
    {
      all: ["plain http request"],
      like: /\b400\b[^\n]{0,100}plain HTTP request|#\d{1,9}: [^\n]{0,40}plain HTTP request (?:was sent )?to HTTPS port/i,
      field: true,
    },
    { all: ["plain http request"], like: /plain HTTP request (?:was sent )?to HTTPS port/i },
    { all: ["http spoken on https port"], like: /\bAH\d{5}:/, field: true },
    { all: ["http spoken on https port"] },
    { all: ["speaking http on https port"] },
    {
      all: ["speaking plain http to an ssl"],
      like: /\bServer at [\w.-]{1,200} Port \d{1,5}\b|\b400\b/,
      field: true,
    },
    { all: ["speaking plain http to an ssl"] },
    { all: ["sent an http request to an https server"], like: /TLS handshake error from \S{1,60}:\d{1,5}:/, field: true },
    { all: ["sent an http request to an https server"] },
    {
      anchors: ["NotSslRecordException", "not an SSL/TLS record"],
      like: /not an SSL\/TLS record: ?(?:474554|504f5354|48454144|505554|4f5054|44454c)/i,
      field: true,
    },
    {
      anchors: ["1407609C", "0A00009C", "http request"],
      like: /\berror:(?:1407609C|1408F09C|0A00009C)\b|\[SSL: HTTP_REQUEST\]/i,
      field: true,
    },
    {
      types: ["SSLException", "SSLHandshakeException", "SSLProtocolException"],
      like: /Unsupported or unrecognized SSL message|Unrecognized SSL message|plaintext connection/i,
      confidence: "medium",
    },
    {
      anchors: [
        "to connect",
        "t connect to",
        "ECONNREFUSED",
        "connection refused",
        "connection reset",
        "verweigert",
        "refus\u00e9e",
        "nicht herstellen",
        "empty reply",
      ],
      like: /\bhttp:\/\/[^\s"'<>]{1,200}/,
      near: [
        /unable to connect|could ?n.t connect|cannot connect|connection (?:was )?(?:refused|reset)|ECONNREFUSED|verweigert|refus\u00e9e|nicht herstellen|empty reply/i,
        /\b(?:TLS|SSL|https)\b[^\n.]{0,40}\b(?:switched|turned|enabled|activated|umgestellt|eingeschaltet|aktiviert|activ\u00e9)\b|\b(?:switched|moved|changed|migrated|umgestellt)\b[^\n.]{0,40}\b(?:to|auf|on) (?:TLS|https)\b|\b(?:still|noch|encore)\b[^\n.]{0,30}\bhttp address\b|\bsince\b[^\n.]{0,30}\b(?:TLS|https)\b/i,
      ],
      not: /127\.0\.0\.1|localhost|\[::1\]|\bredirects? to https|refused rate|nothing was refused/,
      confidence: "medium",
    },
    {
      types: ["ConnectException", "HttpHostConnectException", "ECONNREFUSED"],
      like: /http:\/\/[^\s"']{1,200}/,
      not: /openid-configuration|127\.0\.0\.1|localhost|\[::1\]|:9200\b|actuator|metrics/i,
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
    "The gateway binds one port as HTTP or as HTTPS, never both: with TLS every program with the old address fails immediately, automation profiles included.",
  why: "The program sent plain HTTP to a port that expects TLS, or nothing listens on the old port any more.",
  check: {
    does: "`tierwright cutover OLD-URL PATH...` lists every place that still has the old address.",
    control: "The https address must answer from the same machine: else the tier is down, and the address is not the cause.",
  },
  action: [
    "Search for the old address in the repository and in the folders outside of it.",
    "Change the places in the order that the command prints.",
    "Restart what reads its settings at its start.",
  ],
  evidence: ["the address in the message", "who made the call"],
  log: "the log of the program that cannot connect",
  confidence: "high",
  excludes: ["tier/release-mismatch"],
  deadEnds: ["Opening the old port again: it cannot speak both.", "Adding a redirect: programs that post do not follow it."],
  matches: [
    "Bad Request. This combination of host and port requires TLS.",
    "400 The plain HTTP request was sent to HTTPS port",
    "javax.net.ssl.SSLException: Unsupported or unrecognized SSL message",
    "client sent plain HTTP request to HTTPS port while reading client request headers, client: 192.0.2.7, server: plm.example.com",
    "AH01996: SSL handshake failed: HTTP spoken on HTTPS port; trying to send HTML error page",
    "http: TLS handshake error from 192.0.2.7:51234: client sent an HTTP request to an HTTPS server",
    "io.netty.handler.ssl.NotSslRecordException: not an SSL/TLS record: 504f5354202f74632f",
  ],
  lookAlikes: [
    ["reason", "javax.net.ssl.SSLException: Connection reset"],
    ["value", "java.net.ConnectException: Connection refused: connect https://plm.example.com:8443"],
    ["words", "error:0A00010B:SSL routines::wrong version number"],
    ["speaker", "io.netty.handler.ssl.NotSslRecordException: not an SSL/TLS record: 0d0a0d0a"],
  ],
};
