/**
 * Lets the newest question about a subject be answered only: `ask` hands the answer to `apply` unless a later question
 * about the same key was asked meanwhile. An answer that is no promise is applied at once. A rejection goes to the caller.
 */
export function latestAnswers<Key>() {
  const turns = new Map<Key, number>()
  return async function ask<Answer>(key: Key, answer: Answer | Promise<Answer>, apply: (answer: Answer) => void) {
    const turn = (turns.get(key) ?? 0) + 1
    turns.set(key, turn)
    if (!(answer instanceof Promise)) return apply(answer)
    const value = await answer
    if (turns.get(key) === turn) apply(value)
  }
}
