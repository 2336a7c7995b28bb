import type { DeviceOverview, DeviceRow, StatusSpan } from '@natim/contract/mon/device'
import { CLOCK_WRONG_FROM_MS } from '@natim/domain/acceptance'
import { FLAP_LIMIT, FLAP_WINDOW_MS, isInService } from '@natim/domain/device-status'
import { formatNumber, formatShare, formatSigned, formatValue, NO_VALUE } from '@natim/domain/format'
import { MINUTE_MS } from '@natim/domain/time'
import type { Stat } from '@/ui/stat-block.tsx'

/** Share of its time in service that the device was online, 0–1; null if it had none. */
export function onlineShare(spans: readonly StatusSpan[]): number | null {
  const length = (list: readonly StatusSpan[]) => list.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs), 0)
  const total = length(spans.filter(({ status }) => isInService(status)))
  return total > 0 ? length(spans.filter(({ status }) => status === 'online')) / total : null
}

/** The device's message times are off by more than network delay can explain. */
export const hasWrongClock = ({ skewMs }: Pick<DeviceRow, 'skewMs'>): boolean =>
  skewMs !== null && Math.abs(skewMs) > CLOCK_WRONG_FROM_MS

const BATTERY = 'batt_pct'

/** Battery and signal, or the signal alone where the battery has a channel of its own, whose card shows it. */
function powerAndSignal({ device: { batteryPct, signalDbm }, channels }: DeviceOverview): Stat {
  const signal = signalDbm === null ? undefined : formatValue(signalDbm, 'dBm', 0)
  if (channels.some(({ metricCode, enabled }) => metricCode === BATTERY && enabled))
    return { label: '信号', value: signal ?? NO_VALUE }
  const battery = batteryPct === null ? undefined : formatValue(batteryPct, '%', 0)
  return { label: '电量 / 信号', value: [battery, signal].filter(Boolean).join(' / ') || NO_VALUE }
}

/** Why a device that is heard may be shown as offline (domain §3.3). */
export const FLAPPING_TEXT = `频繁上下线（${FLAP_WINDOW_MS / MINUTE_MS} 分钟内反复超过 ${FLAP_LIMIT} 次），收到数据也按离线显示，稳定后恢复`

/** Figures of the status panel (design 07). */
export function statusFacts(overview: DeviceOverview): Stat[] {
  const { device, statusSpans, completeness24h } = overview
  return [
    { label: '在线', value: formatShare(onlineShare(statusSpans)) },
    { label: '完整率', value: formatShare(completeness24h) },
    { label: '健康分', value: device.healthScore === null ? NO_VALUE : formatNumber(device.healthScore) },
    { label: '时钟偏差', value: device.skewMs === null ? NO_VALUE : formatSigned(device.skewMs, 'ms') },
    powerAndSignal(overview),
    { label: '固件', value: device.firmware ?? NO_VALUE },
  ]
}

/** Position of the device: `118.718600, 32.221400`; undefined without coordinates. */
export function coordinatesText({ lng, lat }: Pick<DeviceRow, 'lng' | 'lat'>): string | undefined {
  return lng === null || lat === null ? undefined : `${lng.toFixed(6)}, ${lat.toFixed(6)}`
}

/** The map with the device's station open. */
export function mapPath({ stationId }: Pick<DeviceRow, 'stationId'>): string | undefined {
  return stationId === null ? undefined : `/mon/homemap?~=${encodeURIComponent(JSON.stringify({ station: stationId }))}`
}
