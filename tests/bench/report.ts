/** One budget: what was measured against what is allowed, in the same unit. */
export interface Measured {
  what: string;
  measured: number;
  allowed: number;
  unit: string;
  /** 'at-most' (the usual) or 'at-least'. */
  sense?: 'at-most' | 'at-least';
}

/** Prints a row per budget; a ratio of 1.00 or less passes, whatever the machine. */
export function report(rows: Measured[]): void {
  console.log('\n  budget kept when the ratio is 1.00 or less\n');
  for (const { what, measured, allowed, unit, sense = 'at-most' } of rows) {
    const ratio = sense === 'at-most' ? measured / allowed : allowed / measured;
    const figures = `${figure(measured)} of ${figure(allowed)} ${unit}`;
    console.log(`  ${ratio.toFixed(2).padStart(6)}  ${ratio <= 1 ? 'kept' : 'OVER'}  ${what.padEnd(74)} ${figures}`);
  }
  console.log('');
}

/** The median. */
export function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
