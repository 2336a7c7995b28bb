import type { SimulatedAlarm } from '@natim/contract/mon/rule'
import { formatShortTime } from '@natim/domain/format'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'

/** Alarms of one device, drawn as one lane of the backtest. */
export interface Lane {
  readonly deviceId: string
  readonly name: string
  readonly alarms: readonly SimulatedAlarm[]
  readonly now: number
  readonly before: number
}

/** Devices by number of alarms, ties by name. */
export function lanesOf(alarms: readonly SimulatedAlarm[]): Lane[] {
  const byDevice = new Map<string, SimulatedAlarm[]>()
  for (const alarm of alarms) byDevice.set(alarm.deviceId, [...(byDevice.get(alarm.deviceId) ?? []), alarm])
  return [...byDevice]
    .map(([deviceId, own]): Lane => {
      const [first] = own
      return {
        deviceId,
        name: [first?.stationName, first?.deviceName].filter(Boolean).join(' '),
        alarms: own,
        now: own.filter(({ change }) => change !== 'gone').length,
        before: own.filter(({ change }) => change !== 'new').length,
      }
    })
    .toSorted((a, b) => b.alarms.length - a.alarms.length || a.name.localeCompare(b.name, 'zh'))
}

/** Counts of the comparison. */
function differenceOf(alarms: readonly SimulatedAlarm[]) {
  const of = (change: SimulatedAlarm['change']) => alarms.filter((alarm) => alarm.change === change)
  return {
    added: of('new').length,
    gone: of('gone').length,
    /** Number of vanished alarms that had been closed as false. */
    goneFalse: of('gone').filter(({ reality }) => reality?.closeCode === 'false').length,
  }
}

/** `，其中 4 次合并为 1 起` */
function foldedText(alarms: readonly SimulatedAlarm[]): string {
  const now = alarms.filter(({ change }) => change !== 'gone')
  const clusters = now.filter(({ childCount }) => childCount > 0)
  const children = now.filter(({ isFolded }) => isFolded)
  return clusters.length === 0 ? '' : `，其中 ${children.length} 次合并为 ${clusters.length} 起`
}

interface Found {
  readonly fired: number
  readonly firedBefore: number | null
  readonly alarms: readonly SimulatedAlarm[]
  readonly sinceMs?: number | null | undefined
}

/** Later first samples than this after the begin say that earlier ones are no longer stored. */
const FULL_WITHIN_MS = HOUR_MS

/** `过去 7 天会触发 11 次`, and the difference; of the time whose samples are still stored. */
export function findingOf(
  found: Found,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): { readonly title: string; readonly meta: string } {
  const { fired, alarms, sinceMs } = found
  const isPart = sinceMs != null && sinceMs - fromMs > FULL_WITHIN_MS
  const span = isPart ? `${formatShortTime(sinceMs)} 以来` : `过去 ${Math.round((toMs - fromMs) / DAY_MS)} 天`
  const title = fired === 0 ? `${span}不会触发` : `${span}会触发 ${fired} 次${foldedText(alarms)}`
  const meta = [...(isPart ? ['更早没有样本，未判定'] : []), ...differenceText(found)]
  return { title, meta: meta.join('；') }
}

function differenceText({ fired, firedBefore, alarms }: Found): string[] {
  if (firedBefore === null) return []
  const { added, gone, goneFalse } = differenceOf(alarms)
  if (added + gone === 0) return ['与已保存的版本相同']
  const change = fired - firedBefore
  const head =
    change === 0 ? '与已保存的版本次数相同' : `比已保存的版本${change > 0 ? '多' : '少'} ${Math.abs(change)} 次`
  const parts = [
    ...(added > 0 ? [`新增 ${added}`] : []),
    ...(gone > 0 ? [`不再触发 ${gone}${goneFalse > 0 ? `（其中 ${goneFalse} 次当时按误报关闭）` : ''}`] : []),
  ]
  return [`${head}：${parts.join('，')}`]
}

/** Midnights of GMT+8 within a span, ascending. */
export function midnightsOf(fromMs: number, toMs: number): number[] {
  const days: number[] = []
  for (let ms = dayStart(fromMs); ms < toMs; ms += DAY_MS) if (ms > fromMs) days.push(ms)
  return days
}

/** The GMT+8 midnight at or before an instant. */
const dayStart = (ms: number): number => Math.floor((ms + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS
