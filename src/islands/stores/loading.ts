import { atom } from 'nanostores';

/** Requests under way; the bar at the top of the page follows it (islands/shell/loading.ts). Browser only. */
export const requestsUnderWay = atom(0);

/** Counts a request in; call what it returns when the request has ended, however it ended. */
export function startLoading(): () => void {
  requestsUnderWay.set(requestsUnderWay.get() + 1);
  let open = true;
  return () => {
    if (open) requestsUnderWay.set(requestsUnderWay.get() - 1);
    open = false;
  };
}
