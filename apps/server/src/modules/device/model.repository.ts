import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export const MODEL_FIELDS: ListFields = {
  code: { expression: sql.ref('model.code'), type: 'text' },
  name: { expression: sql.ref('model.name'), type: 'text' },
  vendor: { expression: sql.ref('model.vendor'), type: 'text' },
  kind: { expression: sql.ref('model.kind'), type: 'text' },
  protocol: { expression: sql.ref('model.protocol'), type: 'text' },
}

export const MODEL_LIST = {
  defaultSort: { field: 'kind', order: 'asc' },
  tieBreaker: sql`model.code`,
} as const

export function findModels(db: Db, request: ListRequest) {
  const models = db.selectFrom('monDeviceModel as model').where('delFlag', '=', 0).where(allOf(request.conditions))
  return findPage(
    models,
    models.select([
      'model.id',
      'model.code',
      'model.name',
      'model.vendor',
      'model.kind',
      'model.protocol',
      sql<number>`jsonb_array_length(model.channel_template)`.as('channelCount'),
    ]),
    request,
  )
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
