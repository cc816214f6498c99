/**
 * What a GitHub runner makes of a log, as its documentation of workflow commands and the runner's own reader describe it: a line that
 * begins with `::` (spaces aside) is a command, `##[name]` anywhere in a line is the older form of one.
 */
export interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

const unescapeData = (text: string): string => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
const unescapeProperty = (text: string): string =>
  text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");

function newForm(line: string): WorkflowCommand | null {
  const text = line.trimStart();
  if (!text.startsWith("::")) return null;
  const end = text.indexOf("::", 2);
  if (end < 0) return null;
  const info = text.slice(2, end);
  const space = info.indexOf(" ");
  const name = space < 0 ? info : info.slice(0, space);
  const properties: Record<string, string> = {};
  for (const pair of space < 0
    ? []
    : info
        .slice(space + 1)
        .trim()
        .split(",")) {
    const [key = "", ...rest] = pair.split("=");
    if (rest.length > 0 && rest.join("=") !== "") properties[key] = unescapeProperty(rest.join("="));
  }
  return { name, properties, message: unescapeData(text.slice(end + 2)) };
}

function oldForm(line: string): WorkflowCommand | null {
  const match = /##\[([^\s\]]*)[^\]]*\](.*)/.exec(line);
  return match && { name: match[1] ?? "", properties: {}, message: match[2] ?? "" };
}

/** Every command of a log, and the lines that are none. A runner splits lines at CR, too. */
export function workflowCommands(log: string): {
  readonly commands: readonly WorkflowCommand[];
  readonly plain: readonly string[];
} {
  const commands: WorkflowCommand[] = [];
  const plain: string[] = [];
  for (const line of log.split(/\r\n|\n|\r/)) {
    const command = newForm(line) ?? oldForm(line);
    if (command) commands.push(command);
    else if (line !== "") plain.push(line);
  }
  return { commands, plain };
}
