import { sha256 } from "../../../../src/kernel/formats/sha256.ts";
/** The small world of these tests: one connector in two releases, two environments, 14 pairs. */
export const PLUGIN = {
  folder: "com.example.connector",
  id: "com.example.connector",
  conf: "conf/connector.properties",
  logger: "conf/logger.properties",
};
export const ROW = "2024x Refresh3";
export const PATHS = {
  install: "C:\\Program Files\\Tool 2024x",
  client: "C:\\ProgramData\\Vendor\\Client\\CommonClient.properties",
  log4j2: "C:\\ProgramData\\Vendor\\Client\\log4j2.xml",
  profile: "PLM_Profile.mdzip",
  profiles: ["{install}\\profiles\\PLM_Profile.mdzip", "C:\\Users\\Public\\PLM_Profile.mdzip"],
  roots: ["{install}\\plugins", "D:\\shared\\plugins"],
  strays: ["{install}\\plugins\\PLM_Profile.mdzip", "C:\\Users\\Public\\Documents\\PLM_Profile.mdzip"],
};

export type Release = "2406" | "2506" | "2606";
export type Tier = "production" | "pilot";

export interface Pair {
  readonly file: "connector" | "client";
  readonly key: string;
  readonly value: string;
}

const HOSTS: Readonly<Record<Tier | "workshop", string>> = {
  production: "plm.example.com",
  pilot: "pilot.example.com",
  workshop: "old.example.com",
};

/** The 14 pairs that make an environment; values with what the formats escape. */
export function pairs(tier: Tier | "workshop"): readonly Pair[] {
  const host = HOSTS[tier];
  const connector = {
    TC_SERVER_URL: `https://${host}:8443/tc`,
    TC_FMS_URL: `http://${host}:4544`,
    TC_ACTIVE_WORKSPACE_URL: `https://${host}/awc?site=${tier}#home`,
    TC_PROXY_HOST: tier === "pilot" ? "" : `proxy.${host}`,
    TC_TRANSPORT: tier === "pilot" ? "REST" : "SOA",
    TC_SSO_APP_ID: `TC ${tier} = ü`,
    TC_SSO_LOGIN_URL: `https://sso.${host}/login`,
    TC_SSO_IDENTITY_URL: `https://sso.${host}/identity`,
  };
  const client = {
    URL: `https://${host}:8443/tc`,
    BOOTSTRAP_URLS: Array.from({ length: 54 }, (_, i) => `http://${host}:${4500 + i}`).join(","),
    "Default.Transport": tier === "pilot" ? "http" : "https",
    "FMS Home": `C:\\Siemens\\${tier}\\fms`,
    CLIENT_PORT: tier === "pilot" ? "4545" : "4544",
    WINDOWS_FSC: `!${tier}`,
  };
  return [
    ...Object.entries(connector).map(([key, value]): Pair => ({ file: "connector", key, value })),
    ...Object.entries(client).map(([key, value]): Pair => ({ file: "client", key, value })),
  ];
}

/** A value as java.util.Properties would store it. */
export function stored(key: string, value: string): string {
  const escaped = (text: string, blanks: boolean) =>
    [...text]
      .map((char, i) => {
        if (char === "\\" || char === ":" || char === "=" || char === "#" || char === "!") return `\\${char}`;
        if (char === " " && (blanks || i === 0)) return "\\ ";
        return char > "~" ? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}` : char;
      })
      .join("");
  return `${escaped(key, true)}=${escaped(value, false)}`;
}

const lines = (list: readonly string[], end: string): string => list.map((line) => line + end).join("");

/** The compiled conf of an environment: the pairs, and keys of the site. */
export function confText(release: Release, tier: Tier | "workshop", more: readonly (readonly [string, string])[] = []): string {
  const own = pairs(tier)
    .filter((pair) => pair.file === "connector")
    .map((pair) => stored(pair.key, pair.value));
  const site: [string, string][] = [
    ["STAGING_DIR", "C:\\Temp\\staging"],
    ["LOG_LEVEL", "INFO"],
    [`NEW_IN_${release}`, "true"],
  ];
  return lines([`# connector ${release}`, ...own, ...[...site, ...more].map(([key, value]) => stored(key, value))], "\n");
}

export const LOGGER_TEXT = "logger.level=INFO\nlogger.file=connector.log\n";

export const LOG4J2_TEXT =
  '<?xml version="1.0" encoding="UTF-8"?>\r\n<Configuration>\r\n  <Appenders>\r\n    <RollingFile name="MAIN" fileName="a.log" filePattern="a-%i.log">\r\n' +
  '      <Policies>\r\n        <SizeBasedTriggeringPolicy size="10 MB"/>\r\n      </Policies>\r\n    </RollingFile>\r\n  </Appenders>\r\n' +
  '  <Loggers>\r\n    <Root level="info">\r\n      <AppenderRef ref="MAIN"/>\r\n    </Root>\r\n  </Loggers>\r\n</Configuration>\r\n';

/** The compiled client file, for a workstation that has none. */
export function clientText(tier: Tier): string {
  return lines(
    pairs(tier)
      .filter((pair) => pair.file === "client")
      .map((pair) => stored(pair.key, pair.value)),
    "\n",
  );
}

/** Files of a release's plug-in folder: 6 of 2506, 7 of 2606, with other jar names. */
export function pluginFiles(release: Release, conf: string): Record<string, string> {
  const common = {
    "plugin.xml": `<?xml version="1.0"?>\n<plugin id="${PLUGIN.id}" name="Connector" version="${release}"><!-- id="none" --></plugin>\n`,
    [PLUGIN.conf]: conf,
    [PLUGIN.logger]: LOGGER_TEXT,
    [`lib/connector-${release}.jar`]: `PK connector ${release}`,
    "mapping/mapping.xml": `<mapping release="${release}"/>\n`,
  };
  if (release === "2606") return { ...common, "lib/tc-soa-14.3.jar": "PK soa 14.3", "lib/rest-client.jar": "PK rest" };
  return { ...common, "lib/tc-soa-13.1.jar": "PK soa 13.1" };
}

/** A file as a manifest knows it by content. */
export const contentOf = (text: string) => ({ size: Buffer.from(text).length, sha256: sha256(text) });

export const profileText = (release: Release): string => `profile of ${release}\n`;
