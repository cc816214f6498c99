import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

/** GitHub's comments of one pull request, as far as the Action asks for them: the list, a new one, a changed one. */
export class Comments {
  readonly all: Comment[] = [];
  /** What was asked, in order. */
  readonly asked: string[] = [];
  readonly #server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(this.#answer(request.method ?? "", request.url ?? "", body)));
    });
  });

  #answer(method: string, url: string, body: string): unknown {
    if (!url.startsWith("/repos")) return { login: "robot" };
    if (method === "GET") return this.all;
    this.asked.push(`${method} ${url}`);
    const text = (JSON.parse(body) as { body: string }).body;
    const known = this.all.find(({ id }) => url.endsWith(`/comments/${id}`));
    if (known) known.body = text;
    else this.all.push({ id: this.all.length + 1, body: text, user: { login: "robot" } });
    return known ?? this.all.at(-1);
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
