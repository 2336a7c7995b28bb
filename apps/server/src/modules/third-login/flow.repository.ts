import type { Db } from '../../platform/db/db.ts'

export interface NewFlow {
  readonly state: string
  readonly source: string
  /** Origin a same-window flow returns to; null for a popup. */
  readonly clientOrigin: string | null
  readonly nonce: string
  readonly expiresAt: Date
}

export async function insertFlow(db: Db, flow: NewFlow): Promise<void> {
  await db.insertInto('sysThirdFlow').values(flow).execute()
}

/** Deletes and returns the flow: a provider's redirect works once. */
export function takeFlow(db: Db, key: { readonly state: string; readonly source: string; readonly now: Date }) {
  return db
    .deleteFrom('sysThirdFlow')
    .where('state', '=', key.state)
    .where('source', '=', key.source)
    .where('expiresAt', '>', key.now)
    .where('proofHash', 'is', null)
    .returning(['nonce', 'clientOrigin'])
    .executeTakeFirst()
}

/** Stores that the bearer of a proof owns an external account. */
export async function insertProof(
  db: Db,
  proof: NewFlow & { readonly thirdAccountId: string; readonly proofHash: Buffer },
): Promise<void> {
  await db.insertInto('sysThirdFlow').values(proof).execute()
}

export function findProof(db: Db, proofHash: Buffer, now: Date) {
  return db
    .selectFrom('sysThirdFlow as flow')
    .innerJoin('sysThirdAccount as account', 'account.id', 'flow.thirdAccountId')
    .select(['account.id', 'account.source', 'account.username', 'account.realname', 'account.avatar'])
    .where('flow.proofHash', '=', proofHash)
    .where('flow.expiresAt', '>', now)
    .where('account.userId', 'is', null)
    .executeTakeFirst()
}

/** False when another call was faster. */
export async function takeProof(db: Db, proofHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('sysThirdFlow')
    .where('proofHash', '=', proofHash)
    .returning('state')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteExpiredFlows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sysThirdFlow').where('expiresAt', '<', now).execute()
}
