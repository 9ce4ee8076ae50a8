import { z } from 'zod';

const entry = z.string().min(1, 'required').max(1000, 'too-long');

/** A new password, typed twice; what it must be like is decided by `setPassword`. */
export const newPassword = { password: entry, passwordRepeat: entry };

/** The password that is good so far. */
export const currentPassword = { currentPassword: entry };
