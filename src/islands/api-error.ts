import { FetchError } from 'ofetch';

/** What an `application/problem+json` of ours says. */
export interface Problem {
  code: string;
  detail: string;
  errors: { path: string; code: string; message: string }[];
  newer?: unknown;
  requestId: string;
}

/** An answer that is a refusal, or none at all (`status` 0, `code` 'timeout' or 'unreachable'). `message` is ready to be shown. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Faults by field: 'lines.0.quantity'. */
  readonly errors: Problem['errors'];
  /** The record as it stands now, of a 409. */
  readonly newer: unknown;
  readonly requestId: string | null;
  /** Seconds until it is worth trying again, of a 429. */
  readonly retryAfter: number | null;

  constructor(status: number, problem: Partial<Problem>, retryAfter: number | null = null) {
    super(problem.detail ?? defaultMessage());
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? 'unexpected';
    this.errors = problem.errors ?? [];
    this.newer = problem.newer;
    this.requestId = problem.requestId ?? null;
    this.retryAfter = retryAfter;
  }
}

/** What ofetch threw, as ours. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { response, data, cause } = error as FetchError<Partial<Problem>>;
  if (!response)
    return new ApiError(0, { code: (cause as Error | undefined)?.name === 'TimeoutError' ? 'timeout' : 'unreachable' });
  const problem = response.headers.get('content-type')?.startsWith('application/problem+json') ? data : undefined;
  return new ApiError(response.status, problem ?? {}, Number(response.headers.get('retry-after')) || null);
}

/** The specification's sentence (section 8) in the page's language; the layout writes it beside the API's address. */
function defaultMessage(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.dataset.failure ?? '';
}
