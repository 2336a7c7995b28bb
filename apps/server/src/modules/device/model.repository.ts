import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** Devices of these models, those in the recycle bin included: they can come back. */
export async function countDevicesOfModels(db: Db, modelIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('monDevice')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('modelId', 'in', [...modelIds])
    .executeTakeFirstOrThrow()
  return n
}

export const PENDING_FIELDS: ListFields = {
  clientId: { expression: sql.ref('pending.clientId'), type: 'text' },
  address: { expression: sql.ref('pending.address'), type: 'text' },
  firstAt: { expression: sql.ref('pending.firstAt'), type: 'time' },
  lastAt: { expression: sql.ref('pending.lastAt'), type: 'time' },
  attempts: { expression: sql.ref('pending.attempts'), type: 'number' },
}

export const PENDING_LIST = {
  defaultSort: { field: 'lastAt', order: 'desc' },
  tieBreaker: sql`pending.client_id`,
} as const

/** Clients that asked to come in and are not registered: by themselves, or through a gateway in the scope. */
export function findPending(db: Db, scope: DataScope, request: ListRequest) {
  const clients = db
    .selectFrom('monPendingClient as pending')
    .where(allOf(request.conditions))
    .where((where) =>
      where.or([
        where('pending.viaGatewayId', 'is', null),
        where.exists(
          where
            .selectFrom('monDevice as gateway')
            .select('gateway.id')
            .whereRef('gateway.id', '=', 'pending.viaGatewayId')
            .where(scopeFilter(scope, 'gateway')),
        ),
      ]),
    )
  return findPage(
    clients,
    clients.select([
      'pending.clientId',
      'pending.address',
      'pending.firstAt',
      'pending.lastAt',
      'pending.attempts',
      sql<number>`(select count(*)::int from mon_quarantine where client_id = pending.client_id)`.as('quarantined'),
    ]),
    request,
  )
}
