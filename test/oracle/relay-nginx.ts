import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { selfSigned } from "../support/certificate.ts";

/* nginx as the server that a relay leads to. */

export const NGINX = "/usr/sbin/nginx";
export const HOST = "plm.example.com";
export const PAGE = gzipSync(`a page that is packed already\n${"x".repeat(5000)}`);

export interface Nginx {
  readonly http: number;
  readonly https: number;
  /** The certificate that it shows, which signed itself. */
  readonly ca: string;
  /** Holds what was uploaded, in `up`. */
  readonly root: string;
  stop(): Promise<void>;
}

/** A free port, which nobody else here takes meanwhile. */
export async function freePort(host: string): Promise<number> {
  const server = net.createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const conf = (folder: string, http: number, https: number): string => `
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; default_type text/plain; absolute_redirect off;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3; uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  server {
    listen 127.0.0.1:${http}; listen 127.0.0.1:${https} ssl; server_name ${HOST};
    ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
    root ${folder}/root; client_max_body_size 10m;
    location = /page.txt { gzip_static always; }
    location = /sign-in { add_header Set-Cookie "s=1; Path=/"; add_header Set-Cookie "t=2; Secure; Path=/"; add_header Set-Cookie "d=3; Domain=${HOST}; Path=/"; return 200 "signed in\\n"; }
    location = /who { return 200 "$http_cookie as $http_host\\n"; }
    location = /moved { return 302 $scheme://${HOST}:$server_port/there; }
    location = /there { return 200 "there with $http_cookie\\n"; }
    location /up/ { dav_methods PUT; create_full_put_path on; }
  }
}
`;

export async function startNginx(folder: string): Promise<Nginx> {
  const own = selfSigned(HOST);
  const root = join(folder, "root");
  mkdirSync(root, { recursive: true });
  writeFileSync(join(folder, "cert.pem"), own.cert);
  writeFileSync(join(folder, "key.pem"), own.key);
  writeFileSync(join(root, "page.txt.gz"), PAGE);
  const [http, https] = [await freePort("127.0.0.1"), await freePort("127.0.0.1")];
  writeFileSync(join(folder, "nginx.conf"), conf(folder, http, https));
  const child: ChildProcess = spawn(NGINX, ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const ended = once(child, "close");
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    if (await answers(https)) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    http,
    https,
    ca: own.cert,
    root,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).then((yes) => {
    socket.destroy();
    return yes as boolean;
  });
}

export const haveNginx = (): boolean => existsSync(NGINX);
