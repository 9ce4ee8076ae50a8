import { z } from 'zod';

/** An address typed by somebody who is not signed in, converted to lower case. */
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
