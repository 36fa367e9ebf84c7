// What the twin's comparisons come to: lines for each subject as it is done, and a summary. Prints nothing itself.
import { headlineOf } from './headline.ts';
import type { TwinResult, TwinSubject } from './run-twin.ts';

export class TwinTally {
  #labels = 0;
  #scenarios = 0;
  #differ = 0;
  #failed = 0;
  /** Subjects by what both say of them: a class, or that it does not work. */
  readonly #classes = new Map<string, number>();

  constructor(readonly details: boolean) {}

  /** True where something was compared, nothing differs and nothing failed. */
  get agrees(): boolean {
    return this.#labels > 0 && this.#differ === 0 && this.#failed === 0;
  }

  add({ name }: TwinSubject, result: TwinResult): string[] {
    if (result.kind === 'failed') {
      this.#failed++;
      return [`✕ ${name}: failed: ${result.message}`];
    }
    const { comparison, verdict, report } = result;
    const { differences } = comparison;
    this.#labels += comparison.labels;
    this.#scenarios += comparison.scenarios;
    this.#differ += differences.length;
    const word = verdict.safety ?? verdict.status;
    this.#classes.set(word, (this.#classes.get(word) ?? 0) + 1);
    const same = differences.length === 0;
    const lines = [
      `${same ? '✓' : '✕'} ${name}: ${word}, ${comparison.labels} labels, ${same ? 'all equal' : `${differences.length} differ`}`,
    ];
    for (const { where, machine, twin, detail } of differences) {
      lines.push(`    ${where}\n      machine: ${machine}\n      twin:    ${twin}`);
      if (this.details && detail) lines.push(detail.replace(/^/gm, '      | '));
    }
    return [...lines, ...headlineOf(verdict, report)];
  }

  summary(version: string): string[] {
    const classes = [...this.#classes].sort().map(([word, count]) => `${count} ${word}`);
    const count = [...this.#classes.values()].reduce((sum, one) => sum + one, 0);
    return [
      `native CPython ${version}: ${count} compared (${classes.join(', ')}), ${this.#scenarios} scenarios, ` +
        `${this.#labels} labels, ${this.#differ} differ${this.#failed > 0 ? `, ${this.#failed} failed` : ''}`,
    ];
  }
}
