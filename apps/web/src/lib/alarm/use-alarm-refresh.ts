import type { Endpoint } from '@natim/contract/endpoint'
import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCan } from '../permissions/use-rights.ts'
import { onAlarmEvents } from './alarm-feed.ts'

/** For network-wide results: frequent enough to look current, rare enough in a flood. */
const REFRESH_MS = 2_000

/** Refetches an endpoint while alarms that its result includes are raised and handled. */
export function useAlarmRefresh({ path }: Pick<Endpoint, 'path'>, isOn = true): void {
  const client = useQueryClient()
  const maySee = useCan(String(alarmEndpoints.list.access))
  const isListening = isOn && maySee
  useEffect(() => {
    if (!isListening) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onAlarmEvents(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: [path] })
      }, REFRESH_MS)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [client, path, isListening])
}
