// Relays on this machine, each as a process of its own in front of one server: ours and what Debian has.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { tierwright } from "./tool.mjs";

const HERE = "127.0.0.1";
const STREAM_MODULE = "/usr/lib/nginx/modules/ngx_stream_module.so";

/** A port that nobody listens on now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once("error", reject);
    server.listen(0, HERE, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const canConnect = (port) =>
  new Promise((resolve) => {
    const socket = net.connect({ host: HERE, port });
    socket.once("connect", () => resolve(socket.destroy() && true)).once("error", () => resolve(false));
  });

/** A program that listens; what it says is kept for the message when it does not. */
export async function started([program, ...args], port, env = {}) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let said = "";
  const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said = (said + chunk).slice(-4000)));
  const patience = performance.now() + 60_000;
  while (!(await canConnect(port))) {
    if (child.exitCode !== null || performance.now() > patience) throw new Error(`${program} does not listen: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    pid: child.pid,
    port,
    async stop() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(late);
    },
  };
}

const installed = (program, ...args) => spawnSync(program, args).error === undefined;

const NGINX_HEAD = (folder) =>
  `daemon off; master_process off; worker_processes 1; error_log ${folder}/error.log; pid ${folder}/pid;\nevents { worker_connections 1024; }\n`;
const TEMPORARY = (folder) =>
  ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/t;`).join(" ");

const ours = {
  name: "tierwright",
  package: null,
  here: () => true,
  async start(folder, to) {
    const port = await freePort();
    const store = join(folder, "captures");
    rmSync(store, { recursive: true, force: true });
    const words = ["record", "start", "--listen", `${HERE}:${port}`, "--to", `${HERE}:${to}`, "--store", store];
    const relay = await started(tierwright(...words, "--format", "json"), port);
    // the connection that found out whether it listens is the first of its capture
    return { ...relay, capture: () => join(store, readdirSync(store)[0]) };
  },
};

const haproxy = {
  name: "haproxy (tcp)",
  package: "haproxy",
  here: () => installed("haproxy", "-v"),
  async start(folder, to) {
    const port = await freePort();
    const file = join(folder, "haproxy.cfg");
    const times = ["connect", "client", "server"].map((name) => `  timeout ${name} 60s`).join("\n");
    writeFileSync(
      file,
      `global\n  nbthread 1\n  maxconn 1000\ndefaults\n  mode tcp\n${times}\nlisten relay\n  bind ${HERE}:${port}\n  server one ${HERE}:${to}\n`,
    );
    return started(["haproxy", "-db", "-q", "-f", file], port);
  },
};

const socat = {
  name: "socat",
  package: "socat",
  here: () => installed("socat", "-V"),
  async start(_, to) {
    const port = await freePort();
    const listen = `TCP4-LISTEN:${port},bind=${HERE},fork,reuseaddr,nodelay,backlog=256`;
    return started(["socat", listen, `TCP4:${HERE}:${to},nodelay`], port);
  },
};

const nginxStream = {
  name: "nginx (stream)",
  package: "libnginx-mod-stream",
  here: () => installed("nginx", "-v") && existsSync(STREAM_MODULE),
  async start(folder, to) {
    const port = await freePort();
    const file = join(folder, "stream.conf");
    const server = `stream { access_log off; server { listen ${HERE}:${port}; proxy_pass ${HERE}:${to}; } }`;
    writeFileSync(file, `load_module ${STREAM_MODULE};\n${NGINX_HEAD(folder)}${server}\n`);
    return started(["nginx", "-p", folder, "-c", file], port);
  },
};

const mitmproxy = (name, ...more) => ({
  name: `mitmproxy (${name})`,
  package: "mitmproxy",
  slow: true,
  here: () => installed("mitmdump", "--version"),
  async start(folder, to) {
    const port = await freePort();
    const flows = join(folder, "flows");
    rmSync(flows, { force: true });
    const words = [
      "-q",
      "--listen-host",
      HERE,
      "-p",
      String(port),
      "-w",
      flows,
      "--set",
      `confdir=${join(folder, "mitm")}`,
      ...more,
    ];
    return started(["mitmdump", "--mode", `reverse:http://${HERE}:${to}`, ...words], port);
  },
});

export const RELAYS = [ours, haproxy, socat, nginxStream, mitmproxy("http"), mitmproxy("tcp", "--tcp-hosts", ".*")];

/** nginx with the files of a folder, or null where it is not installed. */
export async function nginxServer(folder, files) {
  if (!installed("nginx", "-v")) return null;
  const place = join(folder, "nginx");
  mkdirSync(place, { recursive: true });
  const port = await freePort();
  const file = join(place, "server.conf");
  const http = `http { access_log off; keepalive_requests 100000000; ${TEMPORARY(place)} server { listen ${HERE}:${port} backlog=1024; root ${files}; } }`;
  writeFileSync(file, `${NGINX_HEAD(place)}${http}\n`);
  return started(["nginx", "-p", place, "-c", file], port);
}
