const AT_LEAST_MS = 400;

/** Runs `work` and answers after 0.4 s at the earliest, so that the time taken does not tell what was found. */
export async function sameTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), new Promise((resolve) => setTimeout(resolve, AT_LEAST_MS))]);
  return result;
}
