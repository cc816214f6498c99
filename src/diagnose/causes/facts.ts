import { issuerHostIn, loopbackNamesIn } from "./evidence/loopback.ts";
import { isLicensePortReserved, RESERVED_ANCHORS } from "./evidence/reserved-port.ts";
import { areOfDifferentTiers, filesHostIn, serverHostIn, sessionHostIn, transferHostIn } from "./evidence/tier-name.ts";

/** Facts from the earlier records of one log, which decide between two causes of equal messages. */
export class Facts {
  /** True once a sign-in by a ticket, a token or the login service was logged. */
  ticket = false;
  /** True once a sign-in with user name and password was logged. */
  password = false;
  /** How the SSC authenticates at the identity provider; null if it is unknown. */
  authentication: "client_secret_basic" | "private_key_jwt" | null = null;
  /** Column names of a W3C log, from its last `#Fields:` line. */
  columns: readonly string[] = [];

  /** Host names in the settings TC_SERVER_URL (sign-in) and BOOTSTRAP_URLS (file transfer) that the log shows. */
  serverHost: string | null = null;
  filesHost: string | null = null;

  /** Host of the sign-in that was logged last, or of a TC_SERVER_URL logged after it; host of the last file transfer after that. */
  sessionHost: string | null = null;
  transferHost: string | null = null;

  /** Host names that resolve to the machine itself, and the host of the issuer address that was logged last. */
  loopbackNames: readonly string[] = [];
  issuerHost: string | null = null;
  /** True once the log showed that the operating system has reserved the license server's port. */
  licensePortReserved = false;
  /** True once the log showed that a program started the modeling tool or raised its window. */
  toolLaunched = false;
  /** True once the identity provider logged that it does not know a client, or that the client is disabled. */
  clientRefused = false;
  /** True once one of the tool's first two dialogs at its start was shown: a license server that nobody configured, or the edition. */
  startupDialogs = false;

  /** True if the host name of the issuer resolves to the machine itself. */
  get issuerIsLoopback(): boolean {
    return this.issuerHost !== null && this.loopbackNames.includes(this.issuerHost);
  }

  /** True if the host names of sign-in and file transfer in the settings belong to different tiers. */
  get tiersDiffer(): boolean {
    return areOfDifferentTiers(this.serverHost, this.filesHost);
  }

  /** True if the last file transfer since the sign-in went to a host whose name belongs to another tier. */
  get transferDiffers(): boolean {
    return areOfDifferentTiers(this.sessionHost, this.transferHost);
  }

  /** Adds the facts that a log record states. */
  add(text: string): void {
    if (!FACT.test(text)) return;
    this.ticket ||= TICKET.test(text);
    this.password ||= PASSWORD.test(text);
    const method = /\b(client_secret_basic|private_key_jwt)\b/.exec(text)?.[1];
    if (method && !/supported/i.test(text)) this.authentication = method as "client_secret_basic" | "private_key_jwt";
    this.#addPair(serverHostIn(text), filesHostIn(text));
    const session = sessionHostIn(text) ?? serverHostIn(text);
    if (session !== null) [this.sessionHost, this.transferHost] = [session, null];
    this.transferHost = transferHostIn(text) ?? this.transferHost;
    this.issuerHost = issuerHostIn(text) ?? this.issuerHost;
    if (this.loopbackNames.length < MOST_NAMES) this.loopbackNames = [...this.loopbackNames, ...loopbackNamesIn(text)];
    this.licensePortReserved ||= isLicensePortReserved(text);
    this.toolLaunched ||= LAUNCHED.test(text);
    this.startupDialogs ||= STARTUP.test(text);
    this.clientRefused ||= CLIENT_REFUSED.test(text);
    const fields = /#Fields: (.{1,2000})$/m.exec(text)?.[1];
    if (fields !== undefined) this.columns = fields.trim().split(/\s+/);
  }

  /** Adds the hosts of TC_SERVER_URL and BOOTSTRAP_URLS. If both are known, another host replaces both, as in a list of environments. */
  #addPair(server: string | null, files: string | null): void {
    const isWhole = this.serverHost !== null && this.filesHost !== null;
    const isNew = (server !== null && server !== this.serverHost) || (files !== null && files !== this.filesHost);
    if (isWhole && isNew) [this.serverHost, this.filesHost] = [null, null];
    this.serverHost = server ?? this.serverHost;
    this.filesHost = files ?? this.filesHost;
  }

  /** Returns a copy of these facts that includes those of one more log record. */
  with(text: string): Facts {
    const facts = Object.assign(new Facts(), this);
    facts.add(text);
    return facts;
  }
}

/** Literals by which LogScanner selects the log records that can state a fact. */
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
  "(password)",
  "y contrase\u00f1a",
  "et mot de passe",
  "with password",
  "password given",
  "method password",
  "method=password",
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
  "localhost:1101",
  "Select Edition",
  "client_disabled",
  "client_not_found",
  ...RESERVED_ANCHORS,
];

const MOST_NAMES = 50;
const LAUNCHED =
  /(?:launch|start|exec|open|activat|rais|lanc|d\u00e9marr)\w{0,8}\b[^\n]{0,160}\b(?:magicdraw|cameo\w{0,30}|csm)\.exe/i;

const CLIENT_REFUSED = /\berror\\{0,3}"?\s?[:=]\s?\\{0,3}"?client_(?:disabled|not_found)\b/;
const STARTUP = /localhost:1101(?!\d)|\bSelect Edition\b/i;

const FACT = new RegExp([...FACT_ANCHORS, "classic", "ticket", "user ?name"].join("|"), "i");
const TICKET =
  /loginSSO|ssoCredentials\s?["'=:>]{1,3}\s?["']?[^\s"'<>]|(?<!\bno )\bSSO[ -]?(?:ticket|token|login|sign-in)|\bSSC (?:login|sign-in)|weblogin\/oidc_callback|\bapp ?token\b|\b(?:SSO|SSC|login service|sign-?on)\b[^\n]{0,160}\bticket\b[^\n.]{0,30}\b(?:issued|emesso|ausgestellt|\u00e9mis|emitido|uitgegeven|afgegeven|wystawiony)\b|single sign-on (?:succeeded|was successful|completed|ok)/i;
const PASSWORD =
  /"ssoServerURL"\s?:\s?""\s?,\s?"ssoAppID"\s?:\s?""|Session\/login\b(?!SSO)|\bLoginInput\b|(?:password|classic)[ -](?:sign-in|login|logon)|\bpassword given\b|\(password\)|\busuario y contrase\u00f1a|\butilisateur et mot de passe|\bmethod[ :=]{1,2}password\b|(?:sign(?:ing|ed)?|log(?:ging|ged)?)[ -]?[io]n\b[^\n]{0,60} with (?:the |a )?(?:user(?:[ -]?name)?(?: and |\/| \+ ))?password|(?:Anmeldung|anmelden)[^\n]{0,40}(?:Benutzername?n?|Name) und (?:Kennwort|Passwort)/i;
