/** The kinds of mail, by which lists can be filtered; each has its texts. */
export const MAIL_KINDS = [
  'welcome',
  'reset-password',
  'password-changed',
  'already-registered',
  'verify-email',
  'email-change-asked',
  'email-changed',
  'authenticator-added',
  'authenticator-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'second-factor-reset',
  'deactivate-account',
  'promotional',
  'notification',
  'digest',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];
