/** One error as ajv reports it, with its own words. */
export interface RecordError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface RecordValidator {
  (data: unknown): boolean;
  errors?: readonly RecordError[] | null;
}

export declare const bundle: RecordValidator;
export declare const idpPlan: RecordValidator;
export declare const journal: RecordValidator;
export declare const plan: RecordValidator;
export declare const probe: RecordValidator;
export declare const receipt: RecordValidator;
export declare const recordingRecord: RecordValidator;
