// Closes an exhaustive switch. Nothing else lives here.

/** Called where a union has no member left; a value that arrives here is a fault of ours. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`);
}
