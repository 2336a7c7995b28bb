import type { Db } from './db/db.ts'

/** A load in flight for longer than this no longer holds back the next one. */
const PATIENCE_MS = 50

interface Gathered<K, V> {
  readonly keys: Set<K>
  readonly answers: Promise<ReadonlyMap<K, V>>
  readonly ask: () => Promise<void>
  timer?: NodeJS.Timeout
}

/**
 * Batches concurrent lookups into one load. Callers that arrive while a load is in flight wait for the next one, so
 * that no answer is older than its call; a single caller waits for nobody.
 *
 * @param load answers all keys at once; missing keys are undefined
 * @returns a function that looks up one key. @throws what `load` throws
 */
export function createLoader<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  const ask = createManyLoader(load)
  return async (key) => (await ask([key])).get(key)
}

/** {@link createLoader} for callers with several keys. @returns answers for at least these keys */
function createManyLoader<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (keys: readonly K[]) => Promise<ReadonlyMap<K, V>> {
  let gathered: Gathered<K, V> | undefined
  let underWay = 0

  function start(): void {
    const next = gathered
    gathered = undefined
    if (next === undefined) return
    clearTimeout(next.timer)
    underWay += 1
    void next.ask().finally(() => {
      underWay -= 1
      start()
    })
  }

  return (keys) => {
    gathered ??= gather(load)
    const mine = gathered
    for (const key of keys) mine.keys.add(key)
    // At the end of the turn, so that all keys of one caller go into one load.
    if (underWay === 0) queueMicrotask(() => underWay === 0 && start())
    else mine.timer ??= setTimeout(start, PATIENCE_MS)
    return mine.answers
  }
}

function gather<K, V>(load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>): Gathered<K, V> {
  const keys = new Set<K>()
  let ask = () => Promise.resolve()
  const answers = new Promise<ReadonlyMap<K, V>>((resolve, reject) => {
    ask = async () => {
      try {
        resolve(await load([...keys]))
      } catch (error) {
        reject(error)
      }
    }
  })
  return { keys, answers, ask }
}

/** {@link createManyLoader} for loads that depend on the database only: one batch per database. */
export function createLoaderByDb<K, V>(
  load: (db: Db, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (db: Db, keys: readonly K[]) => Promise<ReadonlyMap<K, V>> {
  const batches = new WeakMap<Db, ReturnType<typeof createManyLoader<K, V>>>()
  return (db, keys) => {
    const ask = batches.get(db) ?? createManyLoader((all: readonly K[]) => load(db, all))
    batches.set(db, ask)
    return ask(keys)
  }
}

/** {@link createLoader} without keys: all callers that arrive while a run is in flight share the next one. */
export function createSingleFlight<V>(load: () => Promise<V>): () => Promise<V> {
  const ask = createLoader<'it', V>(async () => new Map([['it', await load()]]))
  return async () => (await ask('it')) as V
}
