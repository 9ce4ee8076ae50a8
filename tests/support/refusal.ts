import { Refusal } from '#lib/values/refusal.ts';

/** The refusal that the act ends in; fails when it succeeds or breaks. */
export async function refusal(act: Promise<unknown>): Promise<Refusal> {
  const done = await act.then(
    () => 'nothing was refused',
    (error: unknown) => error,
  );
  if (done instanceof Refusal) return done;
  throw done instanceof Error ? done : new Error(String(done));
}
