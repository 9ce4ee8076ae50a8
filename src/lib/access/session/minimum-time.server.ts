const AT_LEAST_MS = 400;

/** Runs `work` and resolves after 0.4 s at the earliest, so that the response time does not reveal what was found. */
export async function withMinimumTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), new Promise((resolve) => setTimeout(resolve, AT_LEAST_MS))]);
  return result;
}
