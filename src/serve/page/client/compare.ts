import { HIDDEN_VALUE } from "../data.ts";
import { anchorText, make, one } from "./dom.ts";
import { allSettings, data, type Setting, textOf } from "./values.ts";

/** Most environments that the reader of the page can choose to compare side by side. */
export const MOST_COMPARED = 6;

/** Function that compares the given environments on the page, called after one was added or removed. */
export type Choose = (names: readonly string[]) => void;

function cell({ values, places }: Setting, environment: number): HTMLTableCellElement {
  const index = values[environment];
  const text = textOf(index);
  const said = index === HIDDEN_VALUE ? "secret, not shown" : text === null ? "not set" : text === "" ? "empty" : null;
  const place = textOf(places[environment]);
  return make(
    "td",
    {},
    said === null ? make("code", {}, text ?? "") : make("span", { class: "no" }, said),
    place === null ? null : make("span", { class: "where" }, place),
  );
}

function row(setting: Setting, chosen: readonly number[]): HTMLTableRowElement {
  const values = chosen.map((environment) => setting.values[environment]);
  const differs = new Set(values).size > 1;
  const head = make("th", { scope: "row" }, make("code", {}, setting.key));
  if (setting.decides !== null) head.append(make("span", { class: "where" }, setting.decides));
  const kind = differs || chosen.length === 1 ? "differs" : "alike";
  return make("tr", { class: kind }, head, ...chosen.map((environment) => cell(setting, environment)));
}

function table(file: string, settings: readonly Setting[], chosen: readonly number[]): HTMLElement {
  const heads = chosen.map((environment) => make("th", { scope: "col" }, data().environments[environment] ?? ""));
  const body = make("tbody");
  let differ = 0;
  for (const setting of settings) {
    const made = row(setting, chosen);
    if (made.className === "differs") differ++;
    body.append(made);
  }
  const said = chosen.length > 1 ? `: ${differ} of ${settings.length} settings differ` : "";
  const head = make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "key"), ...heads));
  const wide = make("div", { class: "wide", role: "region", tabindex: "0", "aria-label": `compared settings of ${file}` });
  wide.append(make("table", { class: `settings c${chosen.length}` }, head, body));
  return make("div", {}, make("h3", {}, make("code", {}, file), said), wide);
}

function tables(chosen: readonly number[]): readonly HTMLElement[] {
  const files = [...new Set(allSettings().map(({ file }) => file))];
  return files.map((file) =>
    table(
      file,
      allSettings().filter((setting) => setting.file === file),
      chosen,
    ),
  );
}

function chip(name: string, names: readonly string[], choose: Choose): HTMLElement {
  const button = make("button", { type: "button", "aria-label": `Take ${name} out of the comparison` }, "×");
  button.addEventListener("click", () => {
    choose(names.filter((other) => other !== name));
    one<HTMLInputElement>("#add")?.focus();
  });
  return make("span", { class: "chip" }, make("a", { href: anchorText("env", name) }, name), button);
}

/** Creates the form in which the reader chooses environments to compare. */
function picker(names: readonly string[], choose: Choose): HTMLFormElement {
  const input = make("input", { id: "add", list: "names", autocomplete: "off", spellcheck: "false" });
  const options = data().environments.map((name) => make("option", { value: name }));
  const form = make(
    "form",
    { class: "picker" },
    make("label", { for: "add" }, "Compare environment"),
    input,
    make("datalist", { id: "names" }, ...options),
    make("button", { type: "submit" }, "Add"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!data().environments.includes(name) || names.includes(name)) return;
    choose([...names, name].slice(-MOST_COMPARED));
    one<HTMLInputElement>("#add")?.focus();
  });
  return form;
}

let shownNames: string | null = null;

/** Shows the settings of the chosen environments side by side, in place of the list of values. */
export function compare(names: readonly string[], choose: Choose): void {
  const box = one<HTMLElement>("#compare");
  if (!box || shownNames === names.join("\n")) return;
  shownNames = names.join("\n");
  const index = new Map(data().environments.map((name, i) => [name, i]));
  const chosen = names.flatMap((name) => index.get(name) ?? []);
  box.hidden = false;
  document.body.classList.toggle("comparing", chosen.length > 0);
  const chips = make("p", { class: "chips" }, ...names.map((name) => chip(name, names, choose)));
  const parts = chosen.length > 0 ? [chips, ...tables(chosen)] : [];
  box.replaceChildren(picker(names, choose), ...parts);
}
