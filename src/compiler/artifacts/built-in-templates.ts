import identity from "../../../templates/identity.xml.hbs";
import login from "../../../templates/login.xml.hbs";
import panel from "../../../templates/panel.md.hbs";
import workstationNote from "../../../templates/workstation-note.md.hbs";

/** The templates that come with Tierwright, by name. A file of that name below templates/ of the repository takes precedence. */
export const BUILT_IN_TEMPLATES: Readonly<Record<string, string>> = {
  "identity.xml.hbs": identity,
  "login.xml.hbs": login,
  "panel.md.hbs": panel,
  "workstation-note.md.hbs": workstationNote,
};
