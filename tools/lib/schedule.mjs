/**
 * A part of a run.
 *
 * @template R
 * @typedef {object} Task
 * @property {string} name
 * @property {number} weight processor cores it keeps busy
 * @property {readonly string[]} [after] tasks that must have passed before it starts; those that are not in the run do not count
 * @property {string} [skip] why it cannot be done here
 * @property {() => Promise<R>} work
 */

/**
 * How a task ended. `skipped` was not done because of the machine or of a task it needs; `not run` because the run had
 * failed or was stopped before its turn.
 *
 * @template R
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped' | 'not run', seconds: number, reason?: string, error?: unknown, result?: R }} Outcome
 */

/**
 * Does tasks side by side, as many as the machine carries. Their order is their priority: a task starts as soon as what
 * it needs has passed and its weight fits beside those that run; a light one may overtake one that does not fit yet.
 * Alone, a task may weigh more than the capacity. After a failure nothing more starts, while what runs comes to its end.
 *
 * @template R
 * @param {readonly Task<R>[]} tasks
 * @param {object} options
 * @param {number} options.capacity sum of the weights of tasks that run at one time
 * @param {(result: R) => boolean} options.isGood
 * @param {(name: string) => void} [options.onStart]
 * @param {(outcome: Outcome<R>) => unknown} [options.onEnd]
 * @param {boolean} [options.goesOn] starts what is left after a failure too
 * @param {AbortSignal} [options.signal] ends the run as a failure does
 * @returns {Promise<Outcome<R>[]>} in the order of the tasks
 */
export async function schedule(tasks, { capacity, isGood, onStart, onEnd, goesOn, signal }) {
  /** @type {Map<string, Outcome<R>>} */
  const ended = new Map()
  /** @type {Map<Task<R>, Promise<void>>} */
  const running = new Map()
  /** @param {Outcome<R>} outcome */
  const end = async (outcome) => {
    ended.set(outcome.name, outcome)
    await onEnd?.(outcome)
  }
  /** @param {Task<R>} task */
  const start = async (task) => {
    onStart?.(task.name)
    const outcome = await attempt(task, isGood)
    running.delete(task)
    await end(outcome)
  }
  const fits = (/** @type {Task<R>} */ task) =>
    running.size === 0 || sum([...running.keys(), task].map(({ weight }) => weight)) <= capacity
  const hasFailed = () => [...ended.values()].some(({ state }) => state === 'failed')
  const mayStart = () => !signal?.aborted && (goesOn || !hasFailed())
  for (const [name, reason] of leftOut(tasks)) await end({ name, state: 'skipped', seconds: 0, reason })
  for (;;) {
    for (const task of tasks) {
      const isWaiting = !ended.has(task.name) && !running.has(task)
      if (!isWaiting || !mayStart() || !isReady(task, tasks, ended)) continue
      // Otherwise small tasks would overtake a large one until it runs last and alone.
      if (!fits(task)) break
      running.set(task, start(task))
    }
    if (running.size === 0) break
    await Promise.race(running.values())
  }
  for (const { name } of tasks) if (!ended.has(name)) await end({ name, state: 'not run', seconds: 0 })
  return tasks.flatMap(({ name }) => ended.get(name) ?? [])
}

/**
 * @template R
 * @param {Task<R>} task
 * @param {(result: R) => boolean} isGood
 * @returns {Promise<Outcome<R>>}
 */
async function attempt({ name, work }, isGood) {
  const startedMs = performance.now()
  const seconds = () => (performance.now() - startedMs) / 1000
  try {
    const result = await work()
    return { name, state: isGood(result) ? 'passed' : 'failed', seconds: seconds(), result }
  } catch (error) {
    return { name, state: 'failed', seconds: seconds(), error }
  }
}

/** @template R @param {Task<R>} task @param {readonly Task<R>[]} tasks @param {ReadonlyMap<string, Outcome<R>>} ended */
function isReady({ after = [] }, tasks, ended) {
  return after.every((need) => ended.get(need)?.state === 'passed' || tasks.every(({ name }) => name !== need))
}

/**
 * What cannot be done here, and what needs it.
 *
 * @template R
 * @param {readonly Task<R>[]} tasks
 * @returns {Map<string, string>} name → reason
 */
function leftOut(tasks) {
  /** @type {Map<string, string>} */
  const reasons = new Map()
  for (;;) {
    const before = reasons.size
    for (const { name, skip, after = [] } of tasks) {
      const need = after.find((other) => reasons.has(other))
      const reason = skip ?? (need === undefined ? undefined : `needs ${need}, which was left out`)
      if (reason !== undefined && !reasons.has(name)) reasons.set(name, reason)
    }
    if (reasons.size === before) return reasons
  }
}

const sum = (/** @type {readonly number[]} */ values) => values.reduce((total, value) => total + value, 0)
