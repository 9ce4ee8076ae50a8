/** One thing wrong with one entry: `path` is the field ('lines.0.quantity'), `code` a key of locales validation or refusals. */
export interface FieldError {
  path: string;
  code: string;
  params?: Record<string, unknown>;
}

export interface RefusalDetails {
  /** What is wrong field by field (422). */
  errors?: FieldError[];
  /** Values for the sentence of the code. */
  params?: Record<string, unknown>;
  /** The record as it stands now, for 409: so that nobody has to type again to see what changed. */
  newer?: unknown;
  /** Seconds until it is worth trying again (429). */
  retryAfter?: number;
  /** What the next try needs to know (the challenge of a second step); members of the problem document. */
  more?: Record<string, unknown>;
}

/**
 * The one way to say no. `code` is stable and kebab-case, its sentence stands in locales `refusals.<code>`;
 * one middleware step turns it into a page or `application/problem+json`.
 * Status by kind: 401 signed out, 403 no right, 404 out of reach, 409 stale or wrong state, 422 input, 429 too often.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: string, status = 422, details: RefusalDetails = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.details = details;
  }

  get errors(): FieldError[] {
    return this.details.errors ?? [];
  }
}

/** Input that does not fit its schema or a rule of a field: 422 with every fault at once. */
export function invalid(errors: FieldError[]): Refusal {
  return new Refusal('invalid-input', 422, { errors });
}

/** One fault at one field. */
export function invalidField(path: string, code: string, params?: Record<string, unknown>): Refusal {
  return invalid([params ? { path, code, params } : { path, code }]);
}

/** The record does not exist or is out of the actor's reach; the two are not told apart. */
export function notFound(): Refusal {
  return new Refusal('not-found', 404);
}

/** The actor lacks the right, whatever the record. */
export function notAuthorized(): Refusal {
  return new Refusal('not-authorized', 403);
}
