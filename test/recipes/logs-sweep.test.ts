import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "../../src/record/commands/logs/sweep.ts";
import { parseXml } from "../../src/kernel/formats/xml/parse.ts";
import type { XmlElement } from "../../src/kernel/formats/xml/types.ts";
import { ROOT } from "../house/project.ts";

const FOLDER = join(ROOT, "recipes", "logs");
const bytes = (name: string) => readFileSync(join(FOLDER, name));

/** Every option of a line is one of the command's, and has a value where it takes one. */
function optionsOf(line: string): readonly string[] {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const given = words.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
  const known = new Set([...command.options.map(({ name }) => name), "format"]);
  expect(given.filter((name) => !known.has(name))).toEqual([]);
  for (const { name, value } of command.options)
    if (value !== undefined && given.includes(name)) expect(words[words.indexOf(`--${name}`) + 1] ?? "--").not.toMatch(/^--/);
  return given;
}

/**
 * Of [MS-TSCH] 2.5 the elements that the recipe may use, those of a sequence in its order: null is a value, `any order` what the schema gives as
 * xs:all. More than one of a name is allowed nowhere here.
 */
type Shape = { readonly order: "sequence" | "any"; readonly has: Readonly<Record<string, Shape | RegExp>> };
const DURATION = /^P(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/;
const BOOLEAN = /^(?:true|false)$/;
const any = (has: Shape["has"]): Shape => ({ order: "any", has });
const TASK = any({
  RegistrationInfo: any({ Description: /./, Author: /./, URI: /./, Date: /./ }),
  Triggers: any({
    CalendarTrigger: {
      order: "sequence",
      has: {
        Enabled: BOOLEAN,
        StartBoundary: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
        EndBoundary: /./,
        ExecutionTimeLimit: DURATION,
        RandomDelay: DURATION,
        ScheduleByDay: any({ DaysInterval: /^\d+$/ }),
      },
    },
  }),
  Principals: any({ Principal: any({ GroupId: /^S-1-5-32-545$/, RunLevel: /^LeastPrivilege$/ }) }),
  Settings: any({
    MultipleInstancesPolicy: /^(?:Parallel|Queue|IgnoreNew|StopExisting)$/,
    DisallowStartIfOnBatteries: BOOLEAN,
    StopIfGoingOnBatteries: BOOLEAN,
    StartWhenAvailable: BOOLEAN,
    ExecutionTimeLimit: DURATION,
  }),
  Actions: any({ Exec: any({ Command: /./, Arguments: /./, WorkingDirectory: /./ }) }),
});

function faults({ children, name, text }: XmlElement, shape: Shape | RegExp): readonly string[] {
  if (shape instanceof RegExp) return children.length === 0 && shape.test(text) ? [] : [`${name} is '${text}'`];
  const names = children.map((child) => child.name);
  const known = Object.keys(shape.has);
  const ordered = known.filter((one) => names.includes(one));
  return [
    ...names.filter((one) => !known.includes(one)).map((one) => `${name} has no ${one}`),
    ...(new Set(names).size < names.length ? [`${name} has something twice`] : []),
    ...(shape.order === "sequence" && ordered.join() !== names.join() ? [`${name} has another order`] : []),
    ...children.flatMap((child) => faults(child, shape.has[child.name] ?? any({}))),
  ];
}

function taskIn(text: Uint8Array): XmlElement {
  const { root, problem } = parseXml(text, Buffer.from(text).toString("latin1"));
  if (!root) throw new Error(problem?.message);
  return root;
}

describe("[H4] the task of Windows' Task Scheduler", () => {
  const task = taskIn(bytes("windows-task.xml"));

  test("has the elements of its schema, in their order, in its namespace", () => {
    expect(task.namespace).toBe("http://schemas.microsoft.com/windows/2004/02/mit/task");
    expect(task.attributes.find(({ name }) => name === "version")?.value).toBe("1.2");
    expect(faults(task, TASK)).toEqual([]);
    const text = bytes("windows-task.xml").toString("latin1");
    // a declared encoding that the file has not is what schtasks refuses
    expect(text).toMatch(/^<\?xml version="1.0"\?>\n/);
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    const [principal, actions] = [/<Principal id="(\w+)"/.exec(text)?.[1], /<Actions Context="(\w+)"/.exec(text)?.[1]];
    expect(principal).toBe(actions);
  });

  test.each([
    ["<DaysInterval>1</DaysInterval>", "<DayInterval>1</DayInterval>"],
    ["PT1H", "1 hour"],
    ["<RandomDelay>PT30M</RandomDelay>\n", ""],
  ])("the check would find a fault: %s", (from, to) => {
    let text = bytes("windows-task.xml").toString("latin1").replace(from, to);
    if (to === "") text = text.replace("<StartBoundary>", "<RandomDelay>PT30M</RandomDelay><StartBoundary>");
    expect(faults(taskIn(Buffer.from(text)), TASK)).not.toEqual([]);
  });

  test("runs a command line of this program, and keeps what it said", () => {
    const line = /<Arguments>(.*)<\/Arguments>/.exec(bytes("windows-task.xml").toString("latin1"))?.[1] ?? "";
    expect(optionsOf(line)).toEqual(["older-than", "keep", "apply", "format"]);
    expect(line).toContain("&gt;");
  });
});

test("[H4] the service of systemd runs a command line of this program, and its timer starts it", () => {
  const service = bytes("tierwright-logs-sweep.service").toString("utf8");
  expect(optionsOf(/^ExecStart=(.*)$/m.exec(service)?.[1] ?? "")).toEqual(["root", "log4j2", "older-than", "keep", "apply"]);
  expect(bytes("tierwright-logs-sweep.timer").toString("utf8")).toMatch(/^OnCalendar=\S/m);
});
