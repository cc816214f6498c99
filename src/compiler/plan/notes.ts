import type { EnvironmentPlan } from "./plan.ts";

/** Returns whether a file is a note for people, which follows what is set: it is named and not shown line by line. So is the panel for programs, whose fields are told. */
export const isNote = (file: string, panel: EnvironmentPlan["panel"]): boolean =>
  file.endsWith(".md") || (panel.length > 0 && file === "sso/panel.json");
