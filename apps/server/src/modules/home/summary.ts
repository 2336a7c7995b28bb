import type { HomeSummary } from '@natim/contract/mon/home'
import type { AlarmSummary, OpenLevels } from '../alarm/index.ts'
import type { StationEntry } from '../live/index.ts'
import { countByStatus, pointsPerSecond, samplesToday } from './counters.ts'
import type { View } from './device-hours.ts'
import { limitWatch } from './limit-watch.ts'
import { regionRows } from './provinces.ts'
import { completeness, onlineByHour, sumByHour, validShare } from './trends.ts'

const RECENT_ROWS = 12

/** The dashboard of one scope and region. Pure: depends only on the view. */
export function buildSummary(
  view: View,
  stations: readonly StationEntry[],
  region: string | undefined,
  alarms: (AlarmSummary & Pick<OpenLevels, 'ofDevice'>) | undefined,
): Omit<HomeSummary, 'isNetworkEmpty'> {
  const byHour = sumByHour(view, 'n')
  const complete = completeness(view)
  return {
    atMs: view.nowMs,
    stations: stations.filter((station) => station.status !== 'closed').length,
    devices: view.devices.length,
    byStatus: countByStatus(view.devices, view.state.statusOf),
    onlineTrend: onlineByHour(view),
    samplesToday: samplesToday(byHour, view.nowMs),
    samplesByHour: byHour,
    pointsPerSecond: pointsPerSecond(view),
    completeness24h: complete.total,
    completenessTrend: complete.byHour,
    validShare24h: validShare(view),
    // Rollups hold the union of the quality bits, not their counts, so the share cannot be computed.
    lateShare24h: null,
    alarms: alarms?.unacked ?? null,
    alarming: alarms ? view.devices.filter(({ id }) => alarms.ofDevice(id) !== undefined).length : null,
    alarmsByHour: alarms?.byHour ?? null,
    provinces: regionRows(view, region, alarms?.byArea),
    limitWatch: limitWatch(view),
    recent: recentChanges(view),
  }
}

function recentChanges({ devices, history }: View): HomeSummary['recent'] {
  return devices
    .flatMap((device) =>
      history.changesOf(device.deviceNo).map(({ tsMs, from, to, reason }) => ({
        ts: tsMs,
        deviceId: device.id,
        deviceName: device.name,
        from,
        to,
        reason,
      })),
    )
    .sort((a, b) => b.ts - a.ts)
    .slice(0, RECENT_ROWS)
}
