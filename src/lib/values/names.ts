/** 'purchase-request' to 'purchaseRequest'. */
export function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** 'finishReview' to 'finish-review', as codes are written. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** 'purchaseRequest' to 'purchase_request', as columns and tables are named in the database. */
export function snake(name: string): string {
  return name.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
