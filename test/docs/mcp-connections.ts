/** What a client starts. */
export interface Connection {
  readonly command: string;
  readonly args: readonly string[];
}

/** The server that each block of the page tells a client of: JSON, and TOML of two lines. */
export function connections(page: string): readonly Connection[] {
  return [...page.matchAll(/^```(json|toml)\n([\s\S]*?)^```$/gm)].map(([, language, body = ""]) => {
    if (language === "json") {
      const [servers] = Object.values(JSON.parse(body) as Record<string, Record<string, Connection>>);
      return servers?.tierwright as Connection;
    }
    const value = (name: string) => JSON.parse(new RegExp(`^${name} = (.*)$`, "m").exec(body)?.[1] ?? "null");
    return { command: value("command"), args: value("args") };
  });
}
