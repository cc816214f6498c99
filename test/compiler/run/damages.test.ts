import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesOf } from "../../docs/examples.ts";
import { readPage } from "../../docs/page.ts";
import { sceneOf } from "../../docs/session.ts";
import { edit, run } from "../../support/repository.ts";
import { inWords, said } from "../../support/said.ts";
import { eachNth } from "../../support/runs.ts";

/*
 * Forty kinds of damage as people do them, to the sample repository and to that of docs/by-hand.md: each gives one finding that
 * names the mistake, in its place, with what to do. Infos are there before the damage, too.
 */

type Make = (repository: Damaged) => unknown;
type Row = readonly [damage: string, make: Make, found: string, words: RegExp, beside?: string];

class Damaged {
  constructor(readonly folder: string) {}
  edit(file: string, from: string, to: string): this {
    edit(this.folder, file, from, to);
    return this;
  }
  text(file: string, change: (text: string) => string): this {
    const path = join(this.folder, file);
    writeFileSync(path, change(readFileSync(path, "latin1")), "latin1");
    return this;
  }
  move(from: string, to: string): this {
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    renameSync(join(this.folder, from), join(this.folder, to));
    return this;
  }
  copy(from: string, to: string): this {
    cpSync(join(this.folder, from), join(this.folder, to), { recursive: true });
    return this;
  }
  remove(file: string): this {
    rmSync(join(this.folder, file), { recursive: true });
    return this;
  }
}

const PRODUCTION = "environments/production/environment.yaml";
const PILOT = "environments/pilot/environment.yaml";
const SANDBOX = "environments/sandbox/environment.yaml";
const SITE = "environments/site.yaml";
const MATRIX = "releases/matrix.yaml";
const EXCEPTIONS = "releases/exceptions.yaml";
const RELEASE = "releases/2606/release.yaml";
const OLD_RELEASE = "releases/2506/release.yaml";
const INSTALLED = "environments/production/installed/connector.properties";

const SAMPLE: readonly Row[] = [
  [
    "the port left out",
    (d) => d.edit(PRODUCTION, "plm.example.com:8443/tc", "plm.example.com/tc"),
    "tier/missing-port P:11",
    /port/,
  ],
  ["a slash behind the context root", (d) => d.edit(PRODUCTION, ":8443/tc ", ":8443/tc/ "), "tier/context-root P:11", /slash/],
  ["the context root left out", (d) => d.edit(PRODUCTION, ":8443/tc ", ":8443 "), "tier/context-root P:11", /tc/],
  [
    "http for the scheme, mistyped",
    (d) => d.edit(PRODUCTION, "signIn: https://", "signIn: htps://"),
    "tier/address-form P:11",
    /https/,
  ],
  ["no scheme", (d) => d.edit(PRODUCTION, "signIn: https://", "signIn: "), "tier/address-form P:11", /https/],
  [
    "a blank in an address",
    (d) => d.edit(PRODUCTION, "plm.example.com:8443/tc", "plm.example.com :8443/tc"),
    "tier/address-form P:11",
    /./,
  ],
  [
    "sign-in and files exchanged",
    (d) => d.edit(PRODUCTION, "https://files.example.com:4544", "https://plm.example.com:8443/tc"),
    "tier/address-form P:13",
    /path of the sign-in address/s,
  ],
  [
    "the file server as one text",
    (d) => d.edit(PRODUCTION, '["https://files.example.com:4544"]', "https://files.example.com:4544"),
    "repo/wrong-kind P:13",
    /must be a list/s,
  ],
  [
    "an address of hosts mistyped",
    (d) => d.edit(PRODUCTION, "files.example.com: 10.20.0.12", "files.example.com: 10.20.0.1222"),
    "tier/declared-host P:17",
    /not a network address.*files\.example\.com/s,
  ],
  [
    "members as a list",
    (d) => d.edit(PRODUCTION, "    plm.example.com: [files.example.com]", "    - files.example.com"),
    "repo/wrong-kind P:19",
    /members: \{ plm\.example\.com: \[files\.example\.com\] \}/s,
  ],
  [
    "a member as an address",
    (d) => d.edit(PRODUCTION, "[files.example.com]", '["https://files.example.com:4544"]'),
    "tier/declared-host P:19",
    /not a host name.*it is an address/s,
  ],
  [
    "a member with its port",
    (d) => d.edit(PRODUCTION, "[files.example.com]", '["files.example.com:4544"]'),
    "tier/declared-host P:19",
    /it has a port/s,
  ],
  [
    "a host with its port",
    (d) => d.edit(PRODUCTION, "    plm.example.com: 10.20.0.11", "    plm.example.com:8443: 10.20.0.11"),
    "tier/declared-host P:16",
    /it has a port/s,
  ],
  [
    "a base file that was emptied",
    (d) => d.text("releases/2506/base/connector.properties", () => ""),
    "kit/base-differs releases/2506/base/connector.properties:1",
    /0 bytes instead of 3795/s,
  ],
  [
    "the release of the tier mistyped",
    (d) => d.edit(PRODUCTION, 'release: "2506"', 'release: "2560"'),
    "compat/tier-out-of-range P:10",
    /certified for tier release 2506, and this tier is 2560/s,
  ],
  [
    "a family for a row of the matrix",
    (d) => d.edit(PRODUCTION, "tool: 2024x Refresh3 ", "tool: 2024x R "),
    "compat/no-row P:7",
    /nearest row is '2024x'/s,
  ],
  [
    "a field indented too little",
    (d) => d.edit(PRODUCTION, "  signIn:", "signIn:"),
    "repo/yaml-syntax P:11",
    /starts further left than the lines below it/s,
  ],
  [
    "a field indented too much",
    (d) => d.edit(PRODUCTION, "  webClient:", "    webClient:"),
    "repo/yaml-syntax P:12",
    /indented unlike its neighbours/s,
  ],
  [
    "the name is another one",
    (d) => d.edit(PRODUCTION, "name: production ", "name: prod "),
    "repo/environment-name P:4",
    /folder is environments\/production/s,
  ],
  [
    "a license server without a port",
    (d) => d.edit(SITE, "27000@lic.example.com", "lic.example.com"),
    "conf/license-format S:33",
    /<port>@<host>/s,
  ],
  [
    "a relative staging folder",
    (d) => d.edit(PRODUCTION, "'D:\\plm\\staging'", "plm\\staging"),
    "conf/directory-not-absolute P:22",
    /relative.*with its drive/s,
  ],
  [
    "yes for a boolean of the site's payload",
    (d) => d.edit(SITE, "enabled: false", "enabled: no"),
    "repo/wrong-kind S:38",
    /true or false/s,
  ],
  [
    "a key to keep that is none",
    (d) => d.edit(PRODUCTION, "keep: [STAGING_DIR]", "keep: [STAGING_DIRS]"),
    "conf/unknown-keep P:23",
    /did you mean 'STAGING_DIR'/s,
  ],
  [
    "a key to set that the kit lacks",
    (d) => d.edit(PRODUCTION, "READ_TIMEOUT_SECONDS", "READ_TIMEOUT_SECOND"),
    "conf/unknown-key P:25",
    /did you mean 'READ_TIMEOUT_SECONDS'/s,
  ],
  [
    "a setting that belongs to the tier",
    (d) => d.edit(PRODUCTION, "READ_TIMEOUT_SECONDS", "TC_SERVER_URL"),
    "conf/write-set P:25",
    /write table.*change the tier block/s,
  ],
  [
    "a size without a unit that counts",
    (d) => d.edit(PRODUCTION, "MAIN: 50 MB", "MAIN: 50 Mega"),
    "logging/edit-refused P:32",
    /'50 Mega'/s,
  ],
  [
    "an appender that is none",
    (d) => d.edit(PRODUCTION, "MAIN: 50 MB", "MIAN: 50 MB"),
    "logging/edit-refused P:32",
    /did you mean 'MAIN'/s,
  ],
  [
    "a level that is none",
    (d) => d.edit(PRODUCTION, "com.example.connection: WARN", "com.example.connection: WARNING"),
    "logging/edit-refused P:33",
    /no level 'WARNING'/s,
  ],
  [
    "carryFrom of another folder",
    (d) => d.edit(PRODUCTION, "carryFrom: installed/", "carryFrom: instaled/"),
    "repo/missing-file P:29",
    /instaled\/connector\.properties, which is missing/s,
  ],
  [
    "the installed conf with single backslashes",
    (d) => d.text(INSTALLED, (t) => t.replace("D\\:\\\\plm\\\\staging", "D:\\plm\\staging")),
    "conf/single-backslash I:20",
    /Java reads D:plmstaging/s,
  ],
  [
    "the installed conf with a byte order mark",
    (d) => d.text(INSTALLED, (t) => `\u00ef\u00bb\u00bf${t}`),
    "conf/bom I:1",
    /byte order mark/s,
  ],
  [
    "a key of the installed conf twice",
    (d) => d.text(INSTALLED, (t) => t.replace(/^STAGING_DIR=.*$/m, "$&\n$&")),
    "conf/duplicate-key I:21",
    /lines 20 and 21/s,
  ],
  [
    "extends mistyped",
    (d) => d.edit(SANDBOX, "extends: production", "extends: prodution"),
    "repo/extends B:6",
    /did you mean 'production'/s,
  ],
  [
    "a release that has no folder",
    (d) => d.edit(PILOT, 'connector: "2606"', 'connector: "2660"'),
    "compat/no-release L:7",
    /did you mean '2606'/s,
  ],
  [
    "the exception ended",
    (d) => d.edit(EXCEPTIONS, "until: 2036-12-31", "until: 2026-01-31"),
    "compat/exception-expired E:13",
    /valid through 2026-01-31/s,
    "compat/blocked",
  ],
  [
    "a day that is none",
    (d) => d.edit(EXCEPTIONS, "until: 2036-12-31", "until: 31.12.2036"),
    "compat/exception-date E:13",
    /YYYY-MM-DD/s,
  ],
  [
    "an exception for an environment that is none",
    (d) => d.edit(EXCEPTIONS, "environments: [pilot]", "environments: [pilots]"),
    "compat/exception-unused E:10",
    /did you mean 'pilot'/s,
  ],
  [
    "a code that the legend lacks",
    (d) =>
      d.edit(
        MATRIX,
        '- { tool: 2024x Refresh3, java: 17, connectors: { "2506": A',
        '- { tool: 2024x Refresh3, java: 17, connectors: { "2506": B',
      ),
    "compat/unknown-code M:17",
    /legend does not define.*did you mean 'A'/s,
  ],
  [
    "a row of the matrix twice",
    (d) => d.text(MATRIX, (t) => t.replace(/^ {2}- \{ tool: 2024x Refresh3,.*$/m, "$&\n$&")),
    "compat/duplicate-row M:18",
    /appears twice/s,
  ],
  [
    "a brace of the matrix lost",
    (d) =>
      d.edit(
        MATRIX,
        '- { tool: 2024x, java: 17, connectors: { "2406": A } }',
        '- { tool: 2024x, java: 17, connectors: { "2406": A }',
      ),
    "repo/yaml-syntax M:13",
    /never closed/s,
  ],
  [
    "a write lost",
    (d) => d.text(RELEASE, (t) => t.replace(/^.*key: BOOTSTRAP_URLS.*\n/m, "")),
    "conf/write-set R:21",
    /add \{ file: client, key: BOOTSTRAP_URLS/s,
  ],
  [
    "a write of another field",
    (d) =>
      d.edit(RELEASE, "key: BOOTSTRAP_URLS, value: '{{tier.fileTransfer}}'", "key: BOOTSTRAP_URLS, value: '{{tier.signIn}}'"),
    "conf/write-set R:32",
    /takes its value from tier\.fileTransfer alone/s,
  ],
  [
    "a placeholder mistyped",
    (d) =>
      d.edit(
        RELEASE,
        "key: BOOTSTRAP_URLS, value: '{{tier.fileTransfer}}'",
        "key: BOOTSTRAP_URLS, value: '{{tier.fileTransfers}}'",
      ),
    "conf/write-set R:32",
    /did you mean 'tier\.fileTransfer'/s,
  ],
  [
    "a brace of a placeholder lost",
    (d) =>
      d.edit(
        RELEASE,
        "key: BOOTSTRAP_URLS, value: '{{tier.fileTransfer}}'",
        "key: BOOTSTRAP_URLS, value: '{{tier.fileTransfer}'",
      ),
    "conf/write-set R:32",
    /2 braces and ends with 1 brace/s,
  ],
  [
    "a write of a key that the kit spells otherwise",
    (d) => d.edit(RELEASE, "key: AWC_WEBLOGIC_HOST_URI", "key: AWC_WEBLOGIC_HOST_URL"),
    "conf/write-set R:31",
    /instead of AWC_WEBLOGIC_HOST_URI/s,
  ],
  [
    "the certified range without quotes of a list",
    (d) => d.edit(RELEASE, 'certifiedTiers: ["2606"]', "certifiedTiers: 2606"),
    "repo/wrong-kind R:6",
    /must be a list/s,
  ],
  [
    "a base file of the kit edited",
    (d) => d.edit("releases/2606/base/log4j2.xml", "</Configuration>", "</Configuration >"),
    "kit/base-differs releases/2606/base/log4j2.xml:1",
    /not the kit's own/s,
  ],
  [
    "a base file of the kit lost",
    (d) => d.remove("releases/2606/base/client.properties"),
    "repo/missing-file R:30",
    /client\.properties is missing/s,
  ],
  ["the lock lost", (d) => d.remove("releases/2606/kit.lock.yaml"), "kit/not-locked R:1", /kit import SOURCE --release 2606/s],
  [
    "kit.plugin mistyped",
    (d) => d.edit(RELEASE, "plugin: plugin\n", "plugin: plug-in\n"),
    "kit/place-differs R:12",
    /no plugin\.xml there/s,
  ],
  [
    "kit.profile mistyped",
    (d) => d.edit(RELEASE, "PLM_Profile.mdzip", "PLM_Profil.mdzip"),
    "kit/place-differs R:15",
    /would bring no profile/s,
  ],
  [
    "the connector's folder of the site mistyped",
    (d) => d.edit(SITE, "conf: connector ", "conf: conector "),
    "kit/place-differs S:17",
    /has the conf .*write conf: connector below connector/s,
  ],
  [
    "the plug-in's id mistyped",
    (d) => d.edit(SITE, "id: com.example.plm.connector ", "id: com.example.plm.conector "),
    "kit/plugin-descriptor S:16",
    /write id: com\.example\.plm\.connector below connector in site\.yaml/s,
  ],
  [
    "the kit's profile forgotten in release.yaml",
    (d) => d.edit(RELEASE, "  profile: plugin/lib/PLM_Profile.mdzip\n", ""),
    "kit/profile-place R:12",
    /write kit\.profile: plugin\/lib\/PLM_Profile\.mdzip/s,
  ],
  [
    "the profile copied to one place twice",
    (d) => d.edit(SITE, "'C:\\Users\\Public'", "'{install}/profiles/'"),
    "kit/profile-place S:25",
    /are one folder/s,
  ],
  [
    "the profile copied into Documents",
    (d) => d.edit(SITE, "'C:\\Users\\Public'", "'C:\\Users\\Public\\Documents'"),
    "kit/profile-place S:25",
    /folder of the public user itself/s,
  ],
  [
    "{tool} mistyped",
    (d) => d.edit(SITE, "Modeler {tool}'", "Modeler {tol}'"),
    "repo/unusable-path S:10",
    /did you mean '\{tool\}'/s,
  ],
  [
    "the sign-in address copied from another file",
    (d) => d.edit(SANDBOX, "signIn: https://sandbox.example.com:8443", "signIn: https://plm.example.com:8443"),
    "tier/shared-address B:12",
    /\[error production,sandbox\] production and sandbox both use plm\.example\.com:8443.*P:11 signIn of 'production'/s,
  ],
  [
    "the file server copied from another file",
    (d) => d.edit(SANDBOX, "https://sandbox.example.com:4544", "https://files.example.com:4544"),
    "tier/half-switch B:14 [error production,sandbox]",
    /declared a member of the tier of plm\.example\.com.*B:12 the sign-in address/s,
  ],
  [
    "a folder copied and renamed, its addresses not",
    (d) =>
      d
        .copy("environments/production", "environments/copy")
        .edit("environments/copy/environment.yaml", "name: production ", "name: copy "),
    "tier/shared-address",
    /copy and production both use plm\.example\.com:8443, plm\.example\.com:3000, files\.example\.com:4544/s,
  ],
  [
    "a folder copied as it is",
    (d) => d.copy("environments/production", "environments/copy"),
    "repo/environment-name environments/copy/environment.yaml:4",
    /\[error copy,production\].*also: copy and production both use plm\.example\.com:8443, /s,
  ],
  [
    "the sign-in moved alone, to a tier that nothing is known of",
    (d) => d.edit(PRODUCTION, "signIn: https://plm.example.com:8443", "signIn: https://new.example.com:8443"),
    "tier/half-switch P:13 [error production]",
    /new\.example\.com.*P:12 also: .*AWC_WEBLOGIC_HOST_URL/s,
  ],
  [
    "the sign-in moved alone, to another environment's tier",
    (d) => d.edit(PRODUCTION, "signIn: https://plm.example.com:8443", "signIn: https://plm-pilot.example.com:8443"),
    "tier/half-switch P:13 [error pilot,production]",
    /declared a member of the tier of plm\.example\.com.*P:11 also: pilot and production both use plm-pilot\.example\.com:8443/s,
  ],
  [
    "sign-in and web client moved, the files forgotten",
    (d) =>
      d
        .edit(PRODUCTION, "signIn: https://plm.example.com:8443", "signIn: https://plm-pilot.example.com:8443")
        .edit(PRODUCTION, "webClient: https://plm.example.com:3000", "webClient: https://plm-pilot.example.com:3000")
        .edit(PRODUCTION, "plm.example.com: 10.20.0.11", "plm-pilot.example.com: 10.20.0.21"),
    "tier/half-switch P:13 [error pilot,production]",
    /files would go to another tier.*P:11 also: pilot and production both use plm-pilot\.example\.com:8443, plm-pilot\.example\.com:3000/s,
  ],
  [
    "sign-in moved, two file servers and the web client forgotten",
    (d) =>
      d
        .edit(PRODUCTION, "signIn: https://plm.example.com:8443", "signIn: https://new.example.com:8443")
        .edit(PRODUCTION, '"https://files.example.com:4544"', '"https://files.example.com:4544", "https://plm.example.com:4544"')
        .edit(PRODUCTION, "    plm.example.com: 10.20.0.11", "    new.example.com: 10.20.0.31\n    plm.example.com: 10.20.0.11"),
    "tier/half-switch P:13 [error production]",
    /10\.20\.0\.12.*P:13 also: files would go.*10\.20\.0\.11.*P:12 also: AWC_WEBLOGIC_HOST_URL/s,
  ],
  [
    "a password under a key that nothing reads",
    (d) => d.edit(PRODUCTION, '"1200"', '"1200", MY_PASSWORD: hunter-2-hunter'),
    "secret/plain-value P:25",
    /P:25 also: MY_PASSWORD is not a key of the kit's connector file/s,
  ],
  [
    "plugin.xml of another release",
    (d) => d.copy("releases/2606/base/plugin.xml", "releases/2506/base/plugin.xml"),
    "kit/release-differs releases/2506/base/plugin.xml:3",
    /2606\.0.*also: releases\/2506\/base\/plugin\.xml has 846 bytes instead of 784/s,
  ],
  [
    "the connector's conf of another release",
    (d) => d.copy("releases/2606/base/connector.properties", "releases/2506/base/connector.properties"),
    "kit/base-differs releases/2506/base/connector.properties:1",
    /kit import SOURCE --release 2506 --force/s,
  ],
  [
    "a path in a file of base/",
    (d) => d.text("releases/2506/base/connector.properties", (t) => `${t}X=C:\\temp\\new\n`),
    "conf/single-backslash releases/2506/base/connector.properties:117",
    /also: .* is not the kit's own/s,
  ],
  [
    "a blank behind a value of base/",
    (d) => d.text("releases/2506/base/connector.properties", (t) => t.replace(/^IS_TCCS=false$/m, "$& ")),
    "kit/base-differs releases/2506/base/connector.properties:1",
    /also: IS_TCCS/s,
  ],
  ...["pi lot", "Pilot"].map(
    (name): Row => [
      `an environment with an exception under the folder ${name}`,
      (d) => d.move("environments/pilot", `environments/${name}`),
      `repo/environment-name environments/${name}/environment.yaml:5`,
      /rename the folder to pilot.*E:10 also: the exception.*:7 also: 2026x Refresh1 × 2606 is P/s,
    ],
  ),
  [
    "the folder of an environment that another one extends renamed",
    (d) => d.move("environments/production", "environments/prod-old"),
    "repo/environment-name environments/prod-old/environment.yaml:4",
    /\[error prod-old,sandbox\].*B:6 also: extends 'production', and there is no such environment/s,
  ],
  [
    "single backslashes before a u",
    (d) => d.text(INSTALLED, (t) => t.replace(/^STAGING_DIR=.*$/m, "STAGING_DIR=D:\\users\\staging")),
    "conf/single-backslash I:20",
    /the whole load fails/s,
  ],
  [
    "the tool of an exception mistyped",
    (d) => d.edit(EXCEPTIONS, "tool: 2026x Refresh1", "tool: 2024x Refresh3"),
    "compat/exception-unused E:10",
    /pilot is 2026x Refresh1 × 2606, another pair.*L:7 also: 2026x Refresh1 × 2606 is P/s,
  ],
  [
    "the code of an exception mistyped",
    (d) => d.edit(EXCEPTIONS, "verdict: P", "verdict: A"),
    "compat/exception-not-acceptable E:9",
    /nothing to accept.*L:7 also: /s,
  ],
  [
    "workstation indented as a part of tier",
    (d) =>
      d.text(PRODUCTION, (t) =>
        t.replace(/^workstation:\n( {2}.*\n)+/m, (block) => block.replace(/^/gm, "  ").replace(/ +$/, "")),
      ),
    "repo/unknown-key P:21",
    /'workstation' is not a key of 'tier'.*a key of the document itself/s,
  ],
  [
    "extends as a list",
    (d) => d.edit(SANDBOX, "extends: production", "extends: [production]"),
    "repo/wrong-kind B:6",
    /must be text/s,
  ],
  ["a code without its gate", (d) => d.edit(MATRIX, "A: { gate: pass }", "A: {}"), "repo/missing-key M:8", /'gate' is missing/s],
  [
    "the cells of a row under a mistyped key",
    (d) => d.edit(MATRIX, "- { tool: 2024x Refresh3, java: 17, connectors:", "- { tool: 2024x Refresh3, java: 17, connector:"),
    "repo/unknown-key M:17",
    /did you mean 'connectors'/s,
  ],
  [
    "a cell without its code",
    (d) => d.text(MATRIX, (t) => t.replace(/^( {2}- \{ tool: 2024x Refresh3,.*"2606": )P/m, "$1")),
    "repo/null-value M:17",
    /has no value/s,
  ],
  [
    "an exception without its reason",
    (d) => d.text(EXCEPTIONS, (t) => t.replace(/^ +reason:.*\n/m, "")),
    "repo/missing-key E:7",
    /'reason' is missing/s,
  ],
  [
    "the key of a write mistyped",
    (d) => d.edit(RELEASE, "key: TC_SERVER_URL,", "key: TC_SERVER_URI,"),
    "conf/write-set R:22",
    /instead of TC_SERVER_URL.*also: .*TC_SERVER_URL keeps the kit's value/s,
  ],
  [
    "the file of a write in another case",
    (d) => d.edit(RELEASE, "file: client, key: URL,", "file: Client, key: URL,"),
    "repo/wrong-value R:30",
    /did you mean 'client'/s,
  ],
  [
    "a lock that was cut off",
    (d) => d.text("releases/2606/kit.lock.yaml", (t) => t.slice(0, 600)),
    "repo/yaml-syntax releases/2606/kit.lock.yaml:9",
    /never closed/s,
  ],
  [
    "a key of directories mistyped",
    (d) => d.edit(RELEASE, "directories: [STAGING_DIR", "directories: [STAGNG_DIR"),
    "conf/unknown-key R:37",
    /no file of release 2606 has; did you mean 'STAGING_DIR'/s,
  ],
  [
    "the folder of a release copied as it is",
    (d) => d.copy("releases/2606", "releases/2706"),
    "repo/release-name releases/2706/release.yaml:4",
    /release is '2606', but the folder is releases\/2706.*also: the profile of release 2706/s,
  ],
  [
    "the certified tiers of a release left out, on two tiers",
    (d) => d.text(OLD_RELEASE, (t) => t.replace(/^certifiedTiers:.*\n/m, "")).edit(SANDBOX, 'release: "2506"', 'release: "2412"'),
    "compat/tier-undecided P:6 [error production,sandbox]",
    /states no certifiedTiers/s,
  ],
  [
    "an apiVersion that is none",
    (d) => d.edit(SITE, "apiVersion: tierwright/v1", "apiVersion: tierwright/v2"),
    "repo/api-version S:3",
    /reads: tierwright\/v1/s,
  ],
];

const G_ENV = "environments/production/environment.yaml";
const G_RELEASE = "releases/2506/release.yaml";
const STARTED: readonly Row[] = [
  ["a tab", (d) => d.edit(G_ENV, "  release:", "\trelease:"), "repo/yaml-tab P:7", /indentation contains a tab/s],
  [
    "a comma of a list lost",
    (d) =>
      d.edit(
        SANDBOX,
        '["https://sandbox.example.com:4544"]',
        '["https://sandbox.example.com:4544" "https://b.example.com:4544"]',
      ),
    "repo/yaml-syntax B:9",
    /comma is missing/s,
  ],
  [
    "a bracket of a list lost",
    (d) => d.edit(SANDBOX, '["https://sandbox.example.com:4544"]', '["https://sandbox.example.com:4544"'),
    "repo/yaml-syntax B:9",
    /never closed/s,
  ],
  [
    "the sign-in of the second environment forgotten",
    (d) => d.text(SANDBOX, (t) => t.replace(/^ {2}signIn:.*\n/m, "")),
    "tier/shared-address P:8",
    /production and sandbox both use plm\.example\.com:8443.*inherits signIn from here/s,
  ],
  [
    "the files of the second environment forgotten",
    (d) => d.text(SANDBOX, (t) => t.replace(/^ {2}fileTransfer:.*\n/m, "")),
    "tier/shared-address P:10",
    /production and sandbox both use plm\.example\.com:4544/s,
  ],
  [
    "base/ forgotten",
    (d) => d.remove("releases/2506/base"),
    "repo/missing-file O:3",
    /the folder releases\/2506\/base is missing/s,
  ],
  [
    "the client's file under its own name",
    (d) => d.move("releases/2506/base/client.properties", "releases/2506/base/CommonClient.properties"),
    "repo/missing-file O:3",
    /rename .*CommonClient\.properties to client\.properties/s,
  ],
  ["site.yaml forgotten", (d) => d.remove(SITE), "repo/missing-file S:1", /site\.yaml is missing/s],
  ["the matrix forgotten", (d) => d.remove(MATRIX), "repo/missing-file M:1", /matrix\.yaml is missing/s],
  ["release.yaml forgotten", (d) => d.remove(G_RELEASE), "repo/missing-file O:1", /release\.yaml is missing/s],
  [
    "the folder of the environment renamed",
    (d) => d.move("environments/production", "environments/Production"),
    "repo/environment-name environments/Production/environment.yaml:3",
    /rename the folder to production/s,
  ],
  [
    "client.file is the folder",
    (d) => d.text(SITE, (t) => t.replace(/\\CommonClient\.properties/, "")),
    "repo/unusable-path S:5",
    /does not name a file/s,
  ],
];

const SHORT: Readonly<Record<string, string>> = {
  P: PRODUCTION,
  L: PILOT,
  B: SANDBOX,
  S: SITE,
  M: MATRIX,
  E: EXCEPTIONS,
  R: RELEASE,
  O: OLD_RELEASE,
  I: INSTALLED,
};

async function findings(folder: string) {
  return (await run(folder)).findings.filter(({ severity }) => severity !== "info");
}

const started = () => sceneOf({ ...filesOf(readPage("README.md")), ...filesOf(readPage("docs/by-hand.md")) }).folder;

describe.each([
  ["the sample repository", () => sceneOf("sample").folder, SAMPLE],
  ["the repository of docs/by-hand.md", started, STARTED],
] as const)("%s", (_, make, rows) => {
  test("[B5] is sound before", async () => {
    expect(
      (await findings(make())).map(inWords).map(({ rule, at, message }) => `${rule} ${at?.file}:${at?.line} ${message}`),
    ).toEqual([]);
  });
  test.for(eachNth(6, rows))("[B2 B4 B5 C2 C4 C6] %s", async ([, damage, expected, words, beside]) => {
    const folder = make();
    damage(new Damaged(folder));
    const found = await findings(folder);
    const place = (at: { file: string; line: number } | null) =>
      `${Object.keys(SHORT).find((s) => SHORT[s] === at?.file) ?? at?.file}:${at?.line}`;
    const lines = found
      .map(inWords)
      .map(
        ({ rule, at, message, help, severity, environments, environment, related }) =>
          `${rule} ${place(at)} [${severity} ${environments ?? environment}] ${message} || ${help} || ${(related ?? []).map((note) => `${place(note.place)} ${said(note)}`).join(" | ")}`,
      );
    // an exception that has ended is nobody's slip: the pair is blocked, and says so itself
    const own = lines.filter((line) => beside === undefined || !line.startsWith(`${beside} `));
    expect(own.slice(1)).toEqual([]);
    expect(lines.length - own.length).toBe(beside === undefined ? 0 : 1);
    expect(own[0]).toContain(`${expected} `);
    expect(own[0]).toMatch(words);
    expect(own[0], "what to do").not.toMatch(/\|\| undefined/);
  });
});
