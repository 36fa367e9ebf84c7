// The story of one marked line in words: what its crashes came to, grouped. Where it is shown lives beside it.
import { FAULTS, MODES, type Mode } from '../../model/trace.ts';
import type { Cell } from '../../model/verdict.ts';
import type { LineMark, MarkedCell } from '../../state/line-marks.ts';
import { cellWords, count, FAULT_WORD, lineWord, MODE_WORD, pointWord } from '../words.ts';

export interface StoryGroup {
  /** One of the cells, for shape and colour. */
  readonly cell: Cell;
  readonly words: string;
  /** `default error; autocommit error, kill` */
  readonly where: string;
}

export interface LineStory {
  readonly title: string;
  /** Worst first. */
  readonly groups: readonly StoryGroup[];
}

/** `several`: whether there is more than one mode, so that it must be named. */
export function storyOf({ line, cells }: LineMark, several: boolean): LineStory {
  const kinds = new Set(cells.map(({ point }) => pointWord(point)));
  const points = new Set(cells.map(({ choice }) => choice.row)).size;
  const groups = new Map<string, MarkedCell[]>();
  for (const one of cells) {
    const key = `${one.cell.status === 'judged' && one.cell.bad} ${cellWords(one.cell)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const title = `${lineWord(line)} ${[...kinds].join(', ')}`;
  return {
    title: points > 1 ? `${title}, ${count(points, 'crash point', 'crash points')}` : title,
    groups: [...groups.values()].flatMap((members) => {
      const [first] = members;
      if (first === undefined) return [];
      return [{ cell: first.cell, words: cellWords(first.cell), where: whereOf(members, several) }];
    }),
  };
}

/** The whole story as one text, for a screen reader. */
export function spoken({ title, groups }: LineStory): string {
  return `${title}. ${groups.map(({ words, where }) => `${where}: ${words}`).join('. ')}.`;
}

function whereOf(members: readonly MarkedCell[], several: boolean): string {
  return MODES.flatMap((mode) => {
    const faults = faultsIn(members, mode);
    if (faults === '') return [];
    return [several ? `${MODE_WORD[mode]} ${faults}` : faults];
  }).join('; ');
}

function faultsIn(members: readonly MarkedCell[], mode: Mode): string {
  return FAULTS.flatMap((fault) => {
    const times = members.filter(({ choice }) => choice.mode === mode && choice.fault === fault).length;
    if (times === 0) return [];
    return [times === 1 ? FAULT_WORD[fault] : `${FAULT_WORD[fault]} ${times} times`];
  }).join(', ');
}
