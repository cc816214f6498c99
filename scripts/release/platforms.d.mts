export interface Platform {
  readonly name: string;
  readonly runner: string;
}
export const PLATFORMS: readonly Platform[];
export function fileOf(platform: Platform): string;
