/**
 * The addresses of sign-in, of one's own account and of refusals, which every room may link to. Browser-safe, without a
 * schema.
 */
import { SIGN_IN_PATH, SIGN_OUT_API } from './first-paths.ts';

export const sessionPath = {
  signIn: SIGN_IN_PATH,
  /** Sign-in, which continues to `to`. */
  signInTo: (to: string) => `/login?to=${encodeURIComponent(to)}`,
  /** Sign-in, with the reason why it is required. */
  signInAfter: (reason: 'password-set' | 'idle', to?: string) =>
    `/login?reason=${reason}${to === undefined ? '' : `&to=${encodeURIComponent(to)}`}`,
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: (token: string) => `/reset-password/${token}`,
  verifyEmail: (token: string) => `/verify-email/${token}`,
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  confirmIdentity: '/pages/confirm-identity',
  /** The identity check, which continues to `to`. */
  confirmIdentityFor: (to: string) => `/pages/confirm-identity?to=${encodeURIComponent(to)}`,
};

/** For calls from islands, below the API's base. */
export const sessionCall = { signIn: '/login', refresh: '/refresh-token', signOut: '/logout' };

export const sessionApi = {
  signIn: '/api/login',
  secondFactor: '/api/login/second-factor',
  passkey: '/api/login/passkey',
  passkeyOptions: '/api/login/passkey/options',
  refresh: '/api/refresh-token',
  signOut: SIGN_OUT_API,
  signOutIdle: '/api/logout?reason=idle',
  /** Issues the token of an app client. */
  token: '/api/oauth/token',
  language: '/api/language',
  own: '/api/session',
  activity: '/api/session/activity',
  proofOptions: '/api/session/proof/options',
  ownFactor: '/api/session/second-factor',
  newPasskeyOptions: '/api/session/second-factor/passkeys/options',
};

/** What everybody may read. */
export const aboutPath = { help: '/help', privacy: '/privacy' };

export const refusalPath = { notAuthorized: '/not-authorized', notFound: '/page-not-found', failure: '/500' };

/** The account settings; a tab other than the first is named. */
export const accountPath = {
  settings: '/pages/account-setting',
  tab: (tab: 'absence' | 'notifications' | 'security' | 'shortcuts' | 'views') => `/pages/account-setting?tab=${tab}`,
};

export const profilePath = {
  show: '/directory/my-profile',
  update: '/directory/my-profile/update',
  changePassword: '/directory/my-profile/change-password',
  changeEmail: '/directory/my-profile/change-email',
  keys: '/api/directory/my-profile/keys',
};

/** For calls from islands, below the API's base. */
export const profileCall = { image: '/directory/my-profile/image', signature: '/directory/my-profile/signature' };
