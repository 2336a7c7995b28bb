import { channel, fits } from '@natim/contract/mon/channel.resource'
import { type Metric, metricByCode } from '@natim/domain/metrics'
import { AppError } from '../../platform/errors.ts'
import { scopeFilter } from '../../platform/scope.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { type StoredRow, serve } from '../resource/index.ts'
import { CHANNEL_SOURCE, FIELDS_OF_DEVICE, insertVersion, lockDeviceOf } from './channel.repository.ts'
import { channelsOf } from './new-device.ts'

type Stored = StoredRow<'monChannel'>

/** Settings that determine how samples are read and how many are expected. */
const settingsOf = (row: Stored) => ({
  unitIn: row.unitIn,
  scale: row.scale,
  offset: row.offsetVal,
  rangeLo: row.rangeLo,
  rangeHi: row.rangeHi,
  lod: row.lod,
  periodS: row.periodS,
  updatePeriodS: row.updatePeriodS,
  enabled: row.enabled,
  limitOverride: row.limitOverride,
})

/** 通道 of devices. A change takes effect from then on; earlier time keeps its settings. */
export const CHANNEL = serve(channel, {
  table: 'monChannel',
  source: CHANNEL_SOURCE,
  listFields: FIELDS_OF_DEVICE,
  scope: (scope) => scopeFilter(scope, 'device'),
  conflicts: { mon_channel_device_id_seq_key: 'channel.seq_in_use' },
  softDelete: { column: 'delFlag', live: 0, deleted: 1 },
  toRow: (row, record) => ({
    ...row,
    deviceId_dictText: record.deviceName,
    metricCode_dictText: record.metricName,
    revision: revisionOf(record),
  }),
  async beforeWrite(trx, { user }, written, before) {
    const { seenRevision, ...columns } = written as typeof written & { readonly seenRevision?: number }
    if (before && seenRevision !== undefined) assertSeen(before, seenRevision)
    const deviceId = before?.deviceId ?? columns.deviceId ?? ''
    if ((await lockDeviceOf(trx, user.scope, deviceId)) === undefined) throw new AppError('row.not_found')
    const metric = metricByCode(before?.metricCode ?? columns.metricCode ?? '')
    if (metric === undefined) throw new AppError('row.not_found')
    const given = before ? columns : { ...bornWith(metric, columns.seq ?? 1), ...columns }
    assertSettings(metric, { ...before, ...given })
    return given
  },
  async afterUpdate(trx, { user }, before, after) {
    const [was, is] = [settingsOf(before), settingsOf(after)]
    if (JSON.stringify(was) === JSON.stringify(is)) return
    await insertVersion(trx, after.channelNo, before.createTime, { before: was, after: is, by: user.username })
  },
})

const revisionOf = ({ updateTime, createTime }: Stored): number => (updateTime ?? createTime).getTime()

/** @throws AppError channel.changed: another user saved meanwhile */
function assertSeen(before: Stored, revision: number): void {
  if (revisionOf(before) === revision) return
  const at = toDateTimeText(before.updateTime ?? before.createTime)
  throw new AppError('channel.changed', { data: { by: before.updateBy ?? '系统', at: at.slice(5) } })
}

/** Defaults of a new channel. */
function bornWith(metric: Metric, seq: number) {
  const [line] = channelsOf([{ seq, metricCode: metric.code }])
  return { ...line }
}

/** @throws AppError channel.unit, channel.range, channel.lod */
function assertSettings(metric: Metric, { unitIn, rangeLo, rangeHi, lod }: Partial<Stored>): void {
  if (unitIn !== undefined && !fits(metric.code, unitIn))
    throw new AppError('channel.unit', { data: { metric: metric.nameCn, unit: metric.unit, given: unitIn } })
  if (rangeLo != null && rangeHi != null && rangeLo >= rangeHi) throw new AppError('channel.range')
  if (lod != null && rangeHi != null && lod >= rangeHi) throw new AppError('channel.lod')
}
