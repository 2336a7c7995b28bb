import type { AlarmRow } from '@natim/contract/mon/alarm'
import { incidentEndpoints } from '@natim/contract/mon/incident'
import type { IncidentLevel, IncidentType } from '@natim/domain/incident'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useReloadAlarms } from '../action/use-orders.ts'

/** Target of the alarms: a new incident, or an existing one. */
export interface IncidentValues {
  readonly into: 'new' | 'existing'
  readonly title: string
  readonly type: IncidentType
  readonly level: IncidentLevel
  readonly id?: string
  readonly note: string
}

/** Why the alarms cannot be linked to an incident; undefined = they can. */
export function incidentRefusal(rows: readonly Pick<AlarmRow, 'incidentNo' | 'drill'>[]): string | undefined {
  const taken = rows.find(({ incidentNo }) => incidentNo !== null)
  if (taken)
    return rows.length === 1 ? `已转入事件 ${taken.incidentNo}` : `所选报警中有的已转入事件 ${taken.incidentNo}`
  return new Set(rows.map(({ drill }) => drill)).size > 1 ? '演练报警与真实报警不能在同一事件中' : undefined
}

/** 转事件 of alarms. The caller shows the failure. */
export function useMakeIncident() {
  const client = useQueryClient()
  const notify = useNotify()
  const reload = useReloadAlarms()
  const [isBusy, setIsBusy] = useState(false)
  async function make(rows: readonly AlarmRow[], values: IncidentValues): Promise<ApiError | undefined> {
    const { into, id = '', title, type, level, note } = values
    const ids = rows.map((row) => row.id).join(',')
    setIsBusy(true)
    try {
      const { result, message } =
        into === 'new'
          ? await callWithMessage(incidentEndpoints.add, { body: { ids, title, type, level, note } }, { silent: true })
          : await callWithMessage(incidentEndpoints.link, { body: { id, ids, note } }, { silent: true })
      notify.line(`${message} ${result.no}`, 'success')
      return undefined
    } catch (error) {
      return apiErrorOf(error)
    } finally {
      setIsBusy(false)
      reload()
      void client.invalidateQueries({ queryKey: [incidentEndpoints.list.path] })
    }
  }
  return { isBusy, make }
}
