/**
 * Who may do what with purchase requests: any one of the actions opens the door, and each reaches as far as its name says
 * (all, one's own, one's department's). Menu, pages, endpoints and the store go by these.
 */

/** The list of one's own requests, of the subject `MyPurchaseRequest`. */
export const MINE = ['my-request-read', 'my-department-request-read'] as const;

export const SHOW = ['show', 'my-request-show', 'my-department-request-view'] as const;
export const CREATE = ['create', 'my-request-create'] as const;
export const EDIT = ['update', 'my-request-update', 'my-department-request-edit'] as const;
export const SUBMIT = ['update', 'my-request-update', 'my-request-create'] as const;
export const WITHDRAW = ['update', 'my-request-update'] as const;
export const CANCEL = ['cancel', 'my-request-update'] as const;
