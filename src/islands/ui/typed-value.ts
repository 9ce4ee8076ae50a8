import { useLayoutEffect, type RefObject } from 'react';

/** Hands over what was typed into the server's field before the script had come; `drawn` is what the server drew. */
export function useTypedValue(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  drawn: string,
  take: (value: string) => void,
): void {
  useLayoutEffect(() => {
    const value = field.current?.value ?? drawn;
    if (value !== drawn) take(value);
  }, []);
}
