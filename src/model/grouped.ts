/** A whole number with a comma between thousands. The browser's own way takes it 40 ms the first time. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
