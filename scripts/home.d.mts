export function withHome(manifest: Record<string, unknown>, address: string): Record<string, unknown>;
