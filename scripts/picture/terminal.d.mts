export interface Look {
  readonly color: string | null;
  readonly bold: boolean;
  readonly dim: boolean;
}

/** A text of one colour and weight. */
export interface Run {
  readonly text: string;
  readonly look: Look;
}

export function linesOf(output: string): Run[][];
export function wrapped(line: Run[], columns: number): Run[][];
