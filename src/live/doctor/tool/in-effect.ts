import { nameOf } from "../paths.ts";
import { type Text, name, say } from "../../../kernel/index.ts";
import type { Check } from "../check.ts";
import type { Looked } from "../looked.ts";
import { answer } from "../words.ts";

/** Formats a time in UTC, so that a report does not depend on the reader's time zone. */
const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/**
 * Returns the latest of three times: the last deploy, and the last change of connector.properties and of logger.properties, which the
 * modeling tool reads at its start. CommonClient.properties is left out, because the client library rewrites it at every start. Returns
 * null if there is no such time.
 */
function written({ station: { files }, places, receipt }: Looked): { readonly at: Date; readonly what: Text } | null {
  const times = [places.conf, places.logger].flatMap((path) => {
    const stat = path === null ? null : files.stat(path);
    return path !== null && stat?.kind === "file" ? [{ at: new Date(stat.modified), what: say`${name(nameOf(path))}` }] : [];
  });
  const last = receipt();
  if (last) times.push({ at: new Date(last.at), what: say`the last deploy` });
  return times.reduce<(typeof times)[number] | null>((newest, one) => (newest && newest.at >= one.at ? newest : one), null);
}

export const check: Check = {
  id: "tool/in-effect",
  asks: "the tool was started after its settings were last written",
  otherwise: "the files are read at startup only: the running tool works with what they said before",
  control: "none: the times are the system's own",
  needs: ["running"],
  order: 71,
  async run(looked) {
    const { station, places } = looked;
    const running = (await station.processes?.(places.install)) ?? [];
    const last = written(looked);
    if (running.length === 0)
      return answer("pass", say`the tool does not run: what the files say is in effect at its next start`);
    if (!last) return answer("skip", say`there is no settings file whose time could be compared`);
    const started = running.flatMap(({ name: program, pid, started: at }) =>
      at === null ? [] : [{ program, pid, at: new Date(at) }],
    );
    if (started.length === 0) return answer("skip", say`the system does not say when the tool was started`);
    const early = started.filter(({ at }) => at < last.at);
    const [first] = early;
    if (!first)
      return answer("pass", say`written ${[minute(last.at)]}, tool started ${[minute(started[0]?.at ?? last.at)]}: in effect`);
    return answer("warn", say`written ${[minute(last.at)]}, tool started ${[minute(first.at)]}: not in effect`, {
      details: early.map(
        ({ program, pid, at }) =>
          say`${name(program)} (process ${pid}) was started ${[minute(at)]}, before ${last.what} was written`,
      ),
      help: say`save the models and restart the tool`,
    });
  },
};
