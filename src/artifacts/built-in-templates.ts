import workstationNote from "../../templates/workstation-note.md.hbs";

/** The templates that come with the tool, by name; a repository's own file of that name below templates/ goes before. */
export const BUILT_IN_TEMPLATES: Readonly<Record<string, string>> = {
  "workstation-note.md.hbs": workstationNote,
};
