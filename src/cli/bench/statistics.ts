// The few figures that the benchmark takes from its samples. Pure.

/** The middle value; the mean of the two middle ones where their number is even. Throws without any. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error('the median of nothing');
  return (low + high) / 2;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** `median (lowest–highest)`, or the value alone. */
export function withRange(values: readonly number[], digits: number): string {
  const middle = median(values).toFixed(digits);
  if (values.length === 1) return middle;
  return `${middle} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
}

/** At most `count` of the values, evenly spread, in order. */
export function spread<T>(values: readonly T[], count: number): T[] {
  if (values.length <= count) return [...values];
  return Array.from({ length: count }, (_, i) => values[Math.floor(((i + 0.5) * values.length) / count)] as T);
}
