import type { Db } from '../../platform/db/db.ts'

export interface NewFlow {
  readonly state: string
  readonly source: string
  /** Where a flow in the same window ends; null for a popup. */
  readonly clientOrigin: string | null
  readonly nonce: string
  readonly expiresAt: Date
}

export async function insertFlow(db: Db, flow: NewFlow): Promise<void> {
  await db.insertInto('sysThirdFlow').values(flow).execute()
}

/** Takes the flow out: the address a provider sends a browser back to works once. */
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

/** Remembers that the bearer of a proof is a certain third account. */
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
