/** An error with its causes, outermost first; nothing for a value that is no `Error`. */
export function* withCauses(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

/** The code of an error, without its causes; undefined if it has none. */
export function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
