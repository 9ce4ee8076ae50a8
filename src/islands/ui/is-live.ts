import { useEffect, useState } from 'react';

/** Whether the script has come: false as the server draws it, and at the first drawing in the browser. */
export function useIsLive(): boolean {
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return isLive;
}

/** What a field says of itself without script, beside the attributes of a combobox: it is a plain field. */
export const PLAIN_FIELD = {
  role: undefined,
  'aria-activedescendant': undefined,
  'aria-autocomplete': undefined,
  'aria-controls': undefined,
  'aria-expanded': undefined,
} as const;
