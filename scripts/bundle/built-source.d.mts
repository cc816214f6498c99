export function writeBuiltSource(built: {
  output: string;
  script: string;
  from: string;
  sources: readonly string[];
  build: () => string | Promise<string>;
}): Promise<void>;
