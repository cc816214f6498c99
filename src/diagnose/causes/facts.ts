import { issuerHostIn, loopbackNamesIn } from "./evidence/loopback.ts";
import { isLicensePortReserved, RESERVED_ANCHORS } from "./evidence/reserved-port.ts";
import { areOfDifferentTiers, filesHostIn, serverHostIn, sessionHostIn, transferHostIn } from "./evidence/tier-name.ts";

/** Facts from the earlier records of one log that decide between two causes of the same message. */
export class Facts {
  /** True once a sign-in by a ticket, a token or the login service was logged. */
  ticket = false;
  /** True once a sign-in with user name and password was logged. */
  password = false;
  /** How the SSC authenticates at the identity provider; null if it is unknown. */
  authentication: "client_secret_basic" | "private_key_jwt" | null = null;
  /** Columns of a W3C log, as its last `#Fields:` line named them. */
  columns: readonly string[] = [];

  /** Hosts of the sign-in and of the file transfer, as settings in the log name them. */
  serverHost: string | null = null;
  filesHost: string | null = null;

  /** Hosts of the last sign-in and of a file transfer after it, as records report them. */
  sessionHost: string | null = null;
  transferHost: string | null = null;

  /** Names that lead to the machine itself, and the host of the issuer that was named last. */
  loopbackNames: readonly string[] = [];
  issuerHost: string | null = null;
  /** True once the license port was seen in a range that the operating system has reserved. */
  licensePortReserved = false;
  /** True once a program of the tool was started or raised. */
  toolLaunched = false;

  /** True if the issuer's name leads to the machine itself. */
  get issuerIsLoopback(): boolean {
    return this.issuerHost !== null && this.loopbackNames.includes(this.issuerHost);
  }

  /** True if the names of both hosts say that they belong to different tiers. */
  get tiersDiffer(): boolean {
    return areOfDifferentTiers(this.serverHost, this.filesHost);
  }

  /** True if the last file transfer since the sign-in went to a host that is of another tier by its name. */
  get transferDiffers(): boolean {
    return areOfDifferentTiers(this.sessionHost, this.transferHost);
  }

  /** Adds what a record says. */
  add(text: string): void {
    if (!FACT.test(text)) return;
    this.ticket ||= TICKET.test(text);
    this.password ||= PASSWORD.test(text);
    const method = /\b(client_secret_basic|private_key_jwt)\b/.exec(text)?.[1];
    if (method && !/supported/i.test(text)) this.authentication = method as "client_secret_basic" | "private_key_jwt";
    this.serverHost = serverHostIn(text) ?? this.serverHost;
    this.filesHost = filesHostIn(text) ?? this.filesHost;
    const session = sessionHostIn(text) ?? serverHostIn(text);
    if (session !== null) [this.sessionHost, this.transferHost] = [session, null];
    this.transferHost = transferHostIn(text) ?? this.transferHost;
    this.issuerHost = issuerHostIn(text) ?? this.issuerHost;
    if (this.loopbackNames.length < MOST_NAMES) this.loopbackNames = [...this.loopbackNames, ...loopbackNamesIn(text)];
    this.licensePortReserved ||= isLicensePortReserved(text);
    this.toolLaunched ||= LAUNCHED.test(text);
    const fields = /#Fields: (.{1,2000})$/m.exec(text)?.[1];
    if (fields !== undefined) this.columns = fields.trim().split(/\s+/);
  }

  /** Returns these facts with those of one more record, without changing them. */
  with(text: string): Facts {
    const facts = Object.assign(new Facts(), this);
    facts.add(text);
    return facts;
  }
}

/** Literals of the records that `Facts` needs. */
export const FACT_ANCHORS: readonly string[] = [
  "loginSSO",
  "ssoCredentials",
  "sso ticket",
  "ssc login",
  "ssc sign-in",
  "sso sign-in",
  "oidc_callback",
  "session/login",
  "LoginInput",
  "client_secret_basic",
  "private_key_jwt",
  "#Fields:",
  "single sign-on",
  "password sign-in",
  "password login",
  "password logon",
  "classic sign-in",
  "classic login",
  "classic logon",
  "sso token",
  "sso login",
  "app token",
  "apptoken",
  "and password",
  "with password",
  "und Kennwort",
  "und Passwort",
  "ssoServerURL",
  "TC_SERVER_URL",
  "BOOTSTRAP_URLS",
  "sign-in host",
  "signed in",
  "logged in",
  "logged on",
  "login at",
  "login to",
  "logon to",
  "sign-in at",
  "sign-in to",
  "session on",
  "session at",
  "angemeldet",
  "Anmeldung an",
  "Login Successfull",
  "://fms",
  "://fsc",
  "FMS bootstrap",
  "openid-configuration",
  "/realms/",
  "127.0.0.",
  "magicdraw.exe",
  "csm.exe",
  ...RESERVED_ANCHORS,
];

const MOST_NAMES = 50;
const LAUNCHED =
  /(?:launch|start|exec|open|activat|rais|lanc|d\u00e9marr)\w{0,8}\b[^\n]{0,160}\b(?:magicdraw|cameo\w{0,30}|csm)\.exe/i;

const FACT = new RegExp([...FACT_ANCHORS, "classic", "ticket", "user ?name"].join("|"), "i");
const TICKET =
  /loginSSO|ssoCredentials\s?["'=:>]{1,3}\s?["']?[^\s"'<>]|\bSSO[ -]?(?:ticket|token|login|sign-in)|\bSSC (?:login|sign-in)|weblogin\/oidc_callback|\bapp ?token\b|\b(?:SSO|SSC|login service|sign-?on)\b[^\n]{0,160}\bticket\b[^\n.]{0,30}\b(?:issued|emesso|ausgestellt|\u00e9mis|emitido|uitgegeven|afgegeven|wystawiony)\b|single sign-on (?:succeeded|was successful|completed|ok)/i;
const PASSWORD =
  /"ssoServerURL"\s?:\s?""\s?,\s?"ssoAppID"\s?:\s?""|Session\/login\b(?!SSO)|\bLoginInput\b|(?:password|classic)[ -](?:sign-in|login|logon)|(?:sign(?:ing|ed)?|log(?:ging|ged)?)[ -]?[io]n\b[^\n]{0,60} with (?:the |a )?(?:user(?:[ -]?name)?(?: and |\/| \+ ))?password|(?:Anmeldung|anmelden)[^\n]{0,40}(?:Benutzername?n?|Name) und (?:Kennwort|Passwort)/i;
