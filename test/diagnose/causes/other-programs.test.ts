import { describe, expect, test } from "vitest";
import { readLog } from "./reading.ts";

/** Times, numbers and addresses change from line to line, as in a real log; the words are those of the programs. */
const many = (line: (i: number) => string): string => Array.from({ length: 400 }, (_, i) => line(i)).join("\n");
const clock = (i: number): string => `10:${String(Math.floor(i / 60) % 60).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}`;
const pick = (items: readonly string[], i: number): string => items[i % items.length] ?? "";

const LOGS: Readonly<Record<string, string>> = {
  "a web server's access log": many((i) => {
    const path = pick(
      ["/", "/index.html", "/tc/", "/awc/config.json", "/api/items?page=405", "/license.txt", "/certificate.pem"],
      i,
    );
    return `192.0.2.${i % 250} - - [04/Mar/2026:${clock(i)} +0100] "${pick(["GET", "POST", "HEAD"], i)} ${path} HTTP/1.1" ${pick(["200", "304", "404", "302"], i)} ${i * 37} "-" "Mozilla/5.0"`;
  }),
  "a web server's error log": many((i) =>
    pick(
      [
        `2026/03/04 ${clock(i)} [error] 12#12: *${i} open() "/usr/share/nginx/html/favicon.ico" failed (2: No such file or directory), client: 192.0.2.7`,
        `2026/03/04 ${clock(i)} [warn] 12#12: *${i} an upstream response is buffered to a temporary file /var/cache/nginx/proxy_temp/${i}`,
        `2026/03/04 ${clock(i)} [error] 12#12: *${i} upstream timed out (110: Connection timed out) while reading response header from upstream`,
        `2026/03/04 ${clock(i)} [emerg] 1#1: bind() to 0.0.0.0:80 failed (98: Address already in use)`,
      ],
      i,
    ),
  ),
  "Apache's error log": many(
    (i) =>
      `[Wed Mar 04 ${clock(i)}.482123 2026] [${pick(["core:notice", "mpm_event:notice", "ssl:warn", "authz_core:error"], i)}] [pid ${i}] ${pick(["AH00094: Command line: '/usr/sbin/apache2'", "AH00489: Apache/2.4.62 configured -- resuming normal operations", "AH01909: www.example.com:443:0 server certificate does NOT include an ID which matches the server name", "AH01630: client denied by server configuration: /var/www/html/.env"], i)}`,
  ),
  "a package manager": many((i) =>
    pick(
      [
        `Get:${i} http://deb.debian.org/debian trixie/main amd64 ca-certificates all ${i} [162 kB]`,
        `Unpacking license-reconcile (0.${i}) ...`,
        `Setting up libxml-sax-perl (1.02+dfsg-${i}) ...`,
        "Updating certificates in /etc/ssl/certs... 142 added, 0 removed; done.",
        "Processing triggers for ca-certificates-java (20240118) ...",
      ],
      i,
    ),
  ),
  npm: many((i) =>
    pick(
      [
        `npm warn deprecated license-checker@${i}.0.0: this library is no longer supported`,
        `npm http fetch GET 200 xmldom ${i}ms (cache hit)`,
        "npm error code ENOENT",
        "npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open 'C:\\work\\package.json'",
        "added 405 packages, and audited 1003 packages in 12s",
      ],
      i,
    ),
  ),
  "a Java server": many(
    (i) =>
      `04-Mar-2026 ${clock(i)}.482 ${pick(["INFO", "WARNING", "FINE", "INFO"], i)} [main] ${pick(["org.apache.catalina.startup.Catalina.start Server startup in [1003] milliseconds", "org.apache.catalina.util.SessionIdGeneratorBase.createSecureRandom Creation of SecureRandom took [405] milliseconds", "org.apache.jasper.servlet.TldScanner.scanJars At least one JAR was scanned for TLDs", "org.apache.coyote.AbstractProtocol.start Starting ProtocolHandler [https-jsse-nio-8443]"], i)}`,
  ),
  "a build": many((i) =>
    pick(
      [
        `[INFO] Tests run: ${i}, Failures: 0, Errors: 0, Skipped: 0`,
        `[ERROR] /src/Main.java:[${i},12] cannot find symbol`,
        "[WARNING] The POM for com.example:license:jar:1.0 is missing, no dependency information available",
        "[INFO] BUILD SUCCESS",
      ],
      i,
    ),
  ),
  "a database": many((i) =>
    pick(
      [
        `2026-03-04 ${clock(i)} UTC [${i}] ERROR:  relation "licenses" does not exist at character 15`,
        `2026-03-04 ${clock(i)} UTC [${i}] FATAL:  password authentication failed for user "anna"`,
        `2026-03-04 ${clock(i)} UTC [${i}] LOG:  checkpoint complete: wrote 1003 buffers`,
        `2026-03-04 ${clock(i)} UTC [${i}] ERROR:  duplicate key value violates unique constraint "groups_name_key"`,
      ],
      i,
    ),
  ),
  "a system journal": many(
    (i) =>
      `Mar  4 ${clock(i)} host ${pick(["sshd[12]: Accepted publickey for anna from 192.0.2.7 port 51234", "kernel: usb 1-1: new high-speed USB device number 4", "systemd[1]: Started Daily apt download activities.", 'audit[9]: AVC apparmor="DENIED" operation="open" profile="cupsd" name="/etc/license"', "dhclient[3]: bound to 192.0.2.9 -- renewal in 1003 seconds."], i)}`,
  ),
};

describe("[H8] a log of a program that has nothing to do with us", () => {
  test.each(Object.entries(LOGS))("%s: nothing is claimed", (_, log) => {
    expect(readLog(log).causes.map(({ cause, confidence, text }) => [cause.id, confidence, text])).toEqual([]);
  });
});
