/**
 * Constants and limits of the app, each under its own name (specification, section 9). Browser-safe. What the business
 * may change at run time is a setting with this as its default; what differs between installations (finance recipients,
 * the chat-bot token) is configuration.
 */

/** The one time zone of every rule and every date shown. */
export const TIME_ZONE = 'Asia/Singapore';

/** Offset of that zone; Singapore has no daylight saving time. */
export const UTC_OFFSET = '+08:00';

/** Minutes east of UTC of `UTC_OFFSET`. */
export const UTC_OFFSET_MINUTES = 480;

/** The days of the week; the first is the first working day. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Items on one page of a list. */
export const PAGE_SIZE = 10;

/** Page sizes a person may choose (purchasing model, 0.8). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** Characters of what a person says with an act, with a decision, and in a comment. */
export const REASON_MAX = 500;
export const DECISION_MAX = 2_000;
export const COMMENT_MAX = 4_000;

/** Characters of what an act asks the person for, by what it asks. */
export const ASKED_MAX = { reason: REASON_MAX, comment: DECISION_MAX } as const;

/** Characters of a search: what is longer is cut off. */
export const SEARCH_MAX = 200;

/** Maximum number of records of one bulk act on all that match a list; beyond that the list must be filtered first. */
export const BULK_MOST_RECORDS = 1_000;

/** Days in which a deleted draft can be restored (model of purchasing, 0.2). */
export const DELETED_KEPT_DAYS = 30;

/** Milliseconds without use after which a session that is not remembered ends: 30 minutes. */
export const MAX_IDLE_MS = 1_800_000;

/** Milliseconds before that at which the person is asked whether to stay (interface note, feature table). */
export const IDLE_WARNING_MS = 120_000;

/** Milliseconds the browser waits for a response of the API. */
export const REQUEST_TIMEOUT_MS = 600_000;

/** Milliseconds the browser waits for a part of a page's script (section 8). */
export const CHUNK_TIMEOUT_MS = 120_000;

/** Milliseconds between a 401 and the refresh of the token. */
export const RETRY_DELAY_MS = 1_000;

/** How often a request is repeated after a refreshed token. */
export const RETRIES = 1;

/** Units of measure, as the business writes them. */
export const UNITS = ['Piece(s)', 'Lot(s)', 'Unit(s)'] as const;

/** Milliseconds a toast stays; errors stay until they are closed (docs/decisions/2026-11-23-errors-stay-until-closed.md). */
export const TOAST_TIMEOUT_MS = 3_000;

/** Pixels scrolled down before the button back to the top appears. */
export const SCROLL_TO_TOP_PX = 250;

/** Themes of the page; the class `dark` is a separate choice (section 4). */
export const SKINS = ['light', 'bordered', 'semi-dark'] as const;

/** Default theme. */
export const DEFAULT_SKIN = 'semi-dark';

/** Whether the navigation menu starts hidden. */
export const MENU_HIDDEN = true;

/** Rows an imported spreadsheet may have, its header not counted. */
export const IMPORT_MAX_ROWS = 5_000;

/** Bytes an imported spreadsheet may have: 5 MB. */
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024;

/** Bytes an uploaded file may have: 20 MB. */
export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024;

/** Pixels that an uploaded picture may have: 70 million, more than any phone takes by default. */
export const PICTURE_MAX_PIXELS = 70_000_000;

/** Milliseconds a signed address of a file is valid: 15 minutes. */
export const SIGNED_URL_MS = 900_000;

/** The password of all demonstration accounts (README); refused wherever somebody chooses a password. */
export const DEMONSTRATION_PASSWORD = 'garden-demo-2026';

/** Choices above which a list of boxes can be narrowed by typing. */
export const LONG_LIST = 10;
