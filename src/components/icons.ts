/**
 * Icons of the interface, by their names in lucide. A new one is added here, then `npm run icons` draws the
 * sprite again. An icon stands for a task or a state; it never decorates.
 */
export const ICONS = [
  'arrow-down', 'arrow-left', 'arrow-right', 'arrow-up', 'arrow-up-down', 'at-sign', 'badge-check', 'ban', 'bell',
  'bold', 'bookmark', 'building-2', 'calendar', 'check', 'chevron-down', 'chevron-left', 'chevron-right', 'chevron-up',
  'circle-alert', 'circle-check', 'circle-help', 'clock', 'columns-3', 'copy', 'download', 'ellipsis', 'eraser',
  'external-link', 'eye', 'eye-off', 'file-spreadsheet', 'file-text', 'forward', 'funnel', 'git-branch', 'grip-vertical',
  'history', 'image', 'inbox', 'info', 'italic', 'key-round', 'keyboard', 'languages', 'layout-dashboard', 'link',
  'list', 'list-filter', 'list-ordered', 'lock', 'log-out', 'mail', 'mail-open', 'map-pin', 'menu', 'message-square',
  'minus', 'monitor', 'moon', 'palette', 'panel-left', 'paperclip', 'pause', 'pencil', 'phone', 'play', 'plus',
  'printer', 'refresh-cw', 'reply', 'reply-all', 'rows-3', 'save', 'scroll-text', 'search', 'send', 'settings',
  'settings-2', 'shield-check', 'shopping-cart', 'signature', 'star', 'sun', 'tag', 'text-quote', 'trash-2',
  'triangle-alert', 'undo-2', 'upload', 'user', 'user-check', 'user-plus', 'user-x', 'users', 'users-round', 'wallet',
  'x',
] as const;

export type IconName = (typeof ICONS)[number];
