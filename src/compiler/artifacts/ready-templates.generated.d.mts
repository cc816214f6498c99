/** The built-in templates by name, made by scripts/templates.mjs from templates/: the form that Handlebars' runtime takes. */
export const COMPILED: Readonly<Record<string, TemplateSpecification>>;
