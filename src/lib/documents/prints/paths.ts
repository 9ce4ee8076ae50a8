/** The public page that says whether the print with this code is unchanged. */
export const verifyPath = (code: string): string => `/verify/${code}`;
