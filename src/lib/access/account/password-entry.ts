import { z } from 'zod';

const entry = z.string().min(1, 'required').max(1000, 'too-long');

/** A new password, typed twice; its rules are checked by `setPassword`. */
export const newPassword = { password: entry, passwordRepeat: entry };

/** The current password. */
export const currentPassword = { currentPassword: entry };
