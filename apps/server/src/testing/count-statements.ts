import type pg from 'pg'

export interface Statements {
  /** Statements sent over the pool since counting began. */
  readonly count: number
}

/** Counts the statements a pool sends to the database, each once. */
export function countStatements(pool: pg.Pool): Statements {
  const statements = { count: 0 }
  const watched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      statements.count += 1
      return send(...given)
    }) as typeof client.query
  })
  return statements
}
