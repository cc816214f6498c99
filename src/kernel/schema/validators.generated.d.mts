/** One error as ajv reports it (messages off: the words are ours). */
export interface ShapeError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Validator {
  (data: unknown): boolean;
  errors?: readonly ShapeError[] | null;
}

export declare const Site: Validator;
export declare const Environment: Validator;
export declare const CompatibilityMatrix: Validator;
export declare const Exceptions: Validator;
export declare const ConnectorRelease: Validator;
export declare const ConnectorProfile: Validator;
export declare const FederatedSignIn: Validator;
export declare const KitLock: Validator;

/** File name -> schema, with descriptions. */
export declare function schemas(): Readonly<Record<string, object>>;
