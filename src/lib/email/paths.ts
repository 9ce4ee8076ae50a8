/** The pages of the mailbox. Browser-safe, without a schema. */
import { apiPath } from '#lib/values/paths.ts';

export const MAILBOX_PATH = '/apps/email';
export const COMPOSE_PATH = `${MAILBOX_PATH}/drafts/create`;

export const draftPath = (id: string): string => `${MAILBOX_PATH}/drafts/${id}/edit`;

/** Where the draft of a mail is saved. */
export const draftApi = (id: string): string => apiPath(`${MAILBOX_PATH}/drafts/${id}`);

/** Whether a copy of a mail has a star. */
export const starApi = (id: string): string => apiPath(`${MAILBOX_PATH}/messages/${id}/star`);

/** The page of a conversation; `mail` is the copy that was opened. */
export const threadPath = (threadId: string, mail?: string): string =>
  `${MAILBOX_PATH}/threads/${threadId}/show${mail ? `?mail=${mail}` : ''}`;

/** For calls from islands, below the API's base: the recipients that match a search. */
export const recipientsCall = (words: string): string => `${MAILBOX_PATH}/recipients?q=${encodeURIComponent(words)}`;
