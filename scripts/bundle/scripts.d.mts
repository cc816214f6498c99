/** One ES module, as the bundler writes it, as a script that gives a function of `require` and `module`. */
export function asScript(text: string): string;
/** The files of the command as scripts, with the launcher as each entry; name below build/ -> text. */
export function scriptsOf(files: ReadonlyMap<string, string>, launcher: string): Promise<Map<string, string>>;
