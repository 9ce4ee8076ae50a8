/** 'purchase-request' to 'purchaseRequest'. */
export function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** 'purchaseRequest' to 'purchase_request', as columns and tables are named in the database. */
export function snake(name: string): string {
  return name.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
