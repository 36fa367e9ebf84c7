// The transaction as a value: what each step does to it, for a connection in the default mode.
import { isDml, type SqlStatement } from './sql.ts';
import type { StepEvent, TransactionState } from './steps.ts';

/** `inner` savepoints stand in a transaction that was open already: releasing them saves nothing. */
export function afterEvent(state: TransactionState, event: StepEvent): TransactionState {
  switch (event.kind) {
    case 'sql':
      return afterStatement(state, event.statement);
    case 'script': {
      const committed: TransactionState = { ...state, begun: 'no', pending: 'no' };
      if (!event.complete) return { ...committed, begun: 'maybe', pending: 'maybe' };
      // Inside a script nothing opens a transaction but its own BEGIN.
      return event.statements.reduce(
        (now, one) => (isDml(one) && now.begun === 'no' ? now : afterStatement(now, one)),
        committed,
      );
    }
    case 'commit':
    case 'rollback':
      return ended(state);
    case 'mode': {
      const mode = event.value;
      if (mode === 'none') return { begun: 'no', pending: 'no', mode };
      return { ...state, mode };
    }
    case 'opaque':
      return { ...state, begun: 'maybe', pending: 'maybe' };
    default:
      return state;
  }
}

export function afterStatement(state: TransactionState, statement: SqlStatement): TransactionState {
  switch (statement.operation) {
    case 'begin':
      return { ...state, begun: 'begin' };
    case 'savepoint':
      if (state.begun === 'no' && state.pending === 'no') return { ...state, begun: 'savepoint' };
      return { ...state, begun: state.begun === 'no' ? 'inner' : state.begun === 'maybe' ? 'maybe' : state.begun };
    case 'release':
      if (state.begun === 'savepoint') return ended(state);
      return state.begun === 'inner' ? { ...state, begun: 'no' } : state;
    case 'commit':
    case 'rollback':
      return ended(state);
    case 'insert':
    case 'update':
    case 'delete':
      return {
        ...state,
        pending: opensTransaction(state) ? 'yes' : state.pending === 'yes' ? 'yes' : pendingUnless(state),
      };
    case 'with-write':
      if (state.begun !== 'no' && state.begun !== 'maybe') return { ...state, pending: 'yes' };
      return state.begun === 'maybe' || state.mode !== 'given' ? { ...state, pending: 'maybe' } : state;
    case 'unknown':
      return { ...state, begun: 'maybe', pending: 'maybe' };
    default:
      return state;
  }
}

function opensTransaction(state: TransactionState): boolean {
  const inOwn = state.begun === 'begin' || state.begun === 'savepoint' || state.begun === 'inner';
  return inOwn || state.mode === 'given' || state.mode === 'transactions';
}

function pendingUnless(state: TransactionState): TransactionState['pending'] {
  return state.mode === 'none' && state.begun === 'no' ? 'no' : 'maybe';
}

function ended(state: TransactionState): TransactionState {
  return { ...state, begun: 'no', pending: 'no' };
}

/** What is known where two ways meet. */
export function joinStates(states: readonly TransactionState[]): TransactionState | null {
  const [first, ...rest] = states;
  if (first === undefined) return null;
  return rest.reduce(
    (a, b) => ({
      begun: a.begun === b.begun ? a.begun : 'maybe',
      pending: a.pending === b.pending ? a.pending : 'maybe',
      mode: a.mode === b.mode ? a.mode : 'unknown',
    }),
    first,
  );
}
