import { type WallAlarm, wallEndpoints } from '@natim/contract/mon/wall'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onAlarmEvents } from '@/lib/alarm/alarm-feed.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useWallSpan } from './use-panel-data.ts'
import { useWallContext } from './wall-context.tsx'

const REFRESH_MS = 10_000
/** Alarms come in bursts: changes within this time are reloaded together. */
const GATHER_MS = 300
const NONE: readonly WallAlarm[] = []

/** Figures, places and alarms of the network, reloaded as alarms arrive. */
export function useNetwork() {
  const { screen } = useWallContext()
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onAlarmEvents(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: [wallEndpoints.network.path] })
      }, GATHER_MS)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [client])
  return useEndpoint(wallEndpoints.network, { query: { id: screen.id } }, { refetchInterval: REFRESH_MS })
}

/** Alarms of the wall: current ones, or those of the history span. */
export function useWallAlarms(live: readonly WallAlarm[] | undefined): readonly WallAlarm[] {
  const { screen } = useWallContext()
  const span = useWallSpan()
  const past = useEndpoint(
    wallEndpoints.alarms,
    { query: { id: screen.id, from: span?.fromMs ?? 0, to: span?.toMs ?? 0 } },
    { enabled: span !== undefined },
  )
  return (span === undefined ? live : past.data?.alarms) ?? NONE
}
