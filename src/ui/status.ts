// The one line that a screen reader hears when the page's state changes.
import type { Playground } from '../state/playground.svelte.ts';
import { unreachable } from '../model/unreachable.ts';
import { loadSentence, runningSentence, verdictWord } from './words.ts';

/** Bytes and counts are left out of what is spoken: it changes by the stage, not by the message. */
export function statusLine(playground: Playground): string {
  const { phase } = playground;
  switch (phase.kind) {
    case 'empty':
      return '';
    case 'reading':
      return 'Reading the text.';
    case 'loading':
      return loadSentence(playground.load === null ? null : { ...playground.load, total: 0 });
    case 'load-failed':
      return `Python did not load. ${phase.sentence}`;
    case 'running':
      return phase.live.normalRun === null ? 'Crashing.' : runningSentence(phase.live);
    case 'done': {
      const { word } = verdictWord(phase.result.verdict);
      return playground.outdated ? `The verdict “${word}” is for earlier code.` : `Verdict: ${word}.`;
    }
    case 'stopped':
      return 'Stopped.';
    case 'failed':
      return `No verdict. ${phase.sentence}`;
    case 'bad-input':
      return `Not ready to run. ${phase.sentence}`;
    case 'no-code':
      return `No code to test. ${phase.sentence}`;
    case 'several':
      return 'Several pieces of code fit. Choose one.';
    default:
      return unreachable(phase);
  }
}
