// The source that asks the benchmark's own worker to time restores: its verdict carries the figures as its headline.
export const MEASURE_RESTORES = '# measure the restores, not this code\n';
