import { MAX_NBC_DAYS, type NbcAlarm } from '@natim/contract/mon/nbc'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { DAY_MS } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Limits } from '../limit/index.ts'
import type { Network } from '../live/index.ts'
import { querySeries } from '../timeseries/index.ts'
import type { AlarmOfDevice, Span } from './data.repository.ts'

export interface ReadingDeps {
  readonly db: Db
  readonly limits: Limits
  readonly network: Network
  readonly now: () => number
}

export interface OfDevice {
  readonly deviceId: string
  readonly from: number
  readonly to: number
}

const MAX_POINTS = 1_500
const LAST_INSTANT_MS = Date.UTC(3000, 0)

/** @throws AppError ts.range_inverted, nbc.range */
export function spanOf({ from, to }: OfDevice): Span {
  if (to <= from || to > LAST_INSTANT_MS) throw new AppError('ts.range_inverted')
  if (to - from > MAX_NBC_DAYS * DAY_MS) throw new AppError('nbc.range', { data: { days: MAX_NBC_DAYS } })
  return { fromMs: from, toMs: to }
}

/** Curves of channels as on the history page, by channel number. */
export async function seriesOf(
  { db, limits, now }: ReadingDeps,
  { scope }: SessionUser,
  channelNos: readonly (number | undefined)[],
  { fromMs, toMs }: Span,
): Promise<ReadonlyMap<number, TsSeries>> {
  const channels = channelNos.filter((channelNo) => channelNo !== undefined)
  if (channels.length === 0) return new Map()
  const query = { channels, from: fromMs, to: toMs, maxPoints: MAX_POINTS, agg: 'auto' } as const
  const { series } = await querySeries({ db, limits, now }, scope, query)
  return new Map(series.map((one) => [one.channelNo, one]))
}

export const toNbcAlarm = ({
  id,
  no,
  title,
  severityMax,
  triggerTs,
  value,
  active,
  clearedTs,
  closedTs,
  drill,
}: AlarmOfDevice): NbcAlarm => ({
  id,
  no,
  title,
  severity: severityMax,
  triggerMs: triggerTs.getTime(),
  value,
  toMs: active && closedTs === null ? null : ((clearedTs ?? closedTs)?.getTime() ?? null),
  drill,
})
