import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

const STATE = sql<'waiting' | 'ignored'>`case when pending.ignored_at is null then 'waiting' else 'ignored' end`

export const PENDING_FIELDS: ListFields = {
  clientId: { expression: sql.ref('pending.clientId'), type: 'text' },
  address: { expression: sql.ref('pending.address'), type: 'text' },
  firstAt: { expression: sql.ref('pending.firstAt'), type: 'time' },
  lastAt: { expression: sql.ref('pending.lastAt'), type: 'time' },
  attempts: { expression: sql.ref('pending.attempts'), type: 'number' },
  state: { expression: STATE, type: 'text' },
}

export const PENDING_LIST = {
  defaultSort: { field: 'lastAt', order: 'desc' },
  tieBreaker: sql`pending.client_id`,
} as const

type Pending = Database & { pending: Database['monPendingClient'] }

/**
 * Clients that are not registered, also not since their last attempt, and connect directly or through a gateway in
 * scope. The owner of a direct client is unknown, so every scope sees it.
 */
const isOpenTo = (scope: DataScope) => (where: ExpressionBuilder<Pending, 'pending'>) =>
  where.and([
    where.not(
      where.exists(
        where.selectFrom('monDevice').select('monDevice.id').whereRef('monDevice.clientId', '=', 'pending.clientId'),
      ),
    ),
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
  ])

/** Bytes of a message shown as a preview. */
const SEEN_BYTES = 400

/** Unregistered clients that tried to connect. */
export function findPending(db: Db, scope: DataScope, request: ListRequest) {
  const clients = db.selectFrom('monPendingClient as pending').where(allOf(request.conditions)).where(isOpenTo(scope))
  return findPage(
    clients,
    clients
      .select([
        'pending.clientId',
        'pending.address',
        'pending.viaGatewayId as gatewayId',
        'pending.firstAt',
        'pending.lastAt',
        'pending.attempts',
        'pending.ignoredAt',
        'pending.ignoredBy',
        STATE.as('state'),
      ])
      .select([
        sql<string | null>`(select name from mon_device where id = pending.via_gateway_id)`.as('gatewayName'),
        sql<Record<string, number>>`(
          select coalesce(jsonb_object_agg(kind, n), '{}') from (
            select kind, count(*)::int as n from mon_quarantine where client_id = pending.client_id group by kind) as said
        )`.as('kinds'),
        sql<Buffer | null>`(
          select substr(payload, 1, ${SEEN_BYTES}::int) from mon_quarantine where client_id = pending.client_id
          order by id desc limit 1)`.as('newest'),
      ]),
    request,
  )
}

/** Marks unmarked clients as ignored, or removes the mark. @returns how many changed */
export async function markIgnored(
  trx: Tx,
  scope: DataScope,
  clientIds: readonly string[],
  ignoredBy: string | null,
): Promise<number> {
  // Read first: on a cluster an update cannot look into the replicated devices.
  const open = await trx
    .selectFrom('monPendingClient as pending')
    .select('pending.clientId')
    .where('pending.clientId', 'in', [...clientIds])
    .where(isOpenTo(scope))
    .execute()
  if (open.length === 0) return 0
  const { numUpdatedRows } = await trx
    .updateTable('monPendingClient')
    .set({ ignoredBy, ignoredAt: ignoredBy === null ? null : sql<Date>`now()` })
    .where(
      'clientId',
      'in',
      open.map(({ clientId }) => clientId),
    )
    .where('ignoredAt', ignoredBy === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
