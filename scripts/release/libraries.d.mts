export function librariesOf(program: Buffer, name: string): Readonly<Record<string, readonly string[]>>;
export function depends(libraries: Readonly<Record<string, readonly string[]>>): string;
export function newest(versions: readonly string[], word: string): string | null;
