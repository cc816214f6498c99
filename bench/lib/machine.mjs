import { cpus, loadavg, release, totalmem, type } from "node:os";

/** What figures depend on, without a name of the machine. */
export function machine() {
  const processors = cpus();
  return [
    `${processors.length} x ${processors[0]?.model.trim() ?? "processor"}`,
    `${Math.round(totalmem() / 1024 ** 3)} GiB`,
    `${type()} ${release().split("-")[0]}`,
    `node ${process.versions.node}`,
  ].join(", ");
}

/** How busy the machine is with other work; figures from a busy machine are too high for everyone. */
export const load = () => loadavg()[0].toFixed(2);
