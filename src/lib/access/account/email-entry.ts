import { z } from 'zod';

/** An address that somebody types who has not signed in, kept in lower case. */
export const emailEntry = z
  .preprocess((value) => value ?? '', z.string().trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'email-required', abort: true })
      .max(254, 'too-long')
      .toLowerCase()
      .pipe(z.email('not-an-email')),
  );
