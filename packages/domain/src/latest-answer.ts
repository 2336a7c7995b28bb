/**
 * Applies only the answer to the latest question per key: `ask` passes the answer to `apply` unless a later question
 * with the same key was asked meanwhile. An answer that is not a promise is applied at once. Rejections propagate to
 * the caller.
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
