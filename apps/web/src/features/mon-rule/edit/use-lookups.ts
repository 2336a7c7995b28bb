import { deviceEndpoints } from '@natim/contract/mon/device'
import { deviceModel } from '@natim/contract/mon/device-model.resource'
import { station } from '@natim/contract/mon/station.resource'
import type { RuleScope } from '@natim/domain/alarm/rule'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const SHOWN = 20
const MAX_NAMED = 200
const MODELS = 500

export interface Lookup {
  /** The selected ones, plus matches of the typed name. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

interface Named {
  readonly id: string
  readonly name: string
}

const byName = (typed: string) => (typed.trim() === '' ? {} : { name: `*${typed.trim().replaceAll(',', '++')}*` })
/** The trailing comma makes a single id a list, too. */
const byIds = (ids: readonly string[]) => ({ id: `${ids.join(',')},` })

function optionsOf(ids: readonly string[], own: readonly Named[], found: readonly Named[]): Lookup['options'] {
  const chosen = own.filter(({ id }) => ids.includes(id))
  const others = found.filter(({ id }) => !chosen.some((row) => row.id === id))
  return [...chosen, ...others].map(({ id, name }) => ({ value: id, label: name }))
}

export function useStationLookup(ids: readonly string[], typed: string): Lookup {
  const found = useEndpoint(station.endpoints.list, { query: { pageNo: 1, pageSize: SHOWN, ...byName(typed) } })
  const own = useStations(ids)
  return { options: optionsOf(ids, own, found.data?.records ?? []) }
}

export function useDeviceLookup(ids: readonly string[], typed: string): Lookup {
  const found = useEndpoint(deviceEndpoints.list, { query: { pageNo: 1, pageSize: SHOWN, ...byName(typed) } })
  const own = useDevices(ids)
  return { options: optionsOf(ids, own, found.data?.records ?? []) }
}

export function useModelLookup(ids: readonly string[], typed: string): Lookup {
  const models = useModels(true)
  const found = models.filter(({ name }) => name.includes(typed.trim()))
  return { options: optionsOf(ids, models, found) }
}

const useStations = (ids: readonly string[]): readonly Named[] =>
  useEndpoint(
    station.endpoints.list,
    { query: { pageNo: 1, pageSize: MAX_NAMED, ...byIds(ids) } },
    { enabled: ids.length > 0 },
  ).data?.records ?? []

const useDevices = (ids: readonly string[]): readonly Named[] =>
  useEndpoint(
    deviceEndpoints.list,
    { query: { pageNo: 1, pageSize: MAX_NAMED, ...byIds(ids) } },
    { enabled: ids.length > 0 },
  ).data?.records ?? []

const useModels = (isAsked: boolean): readonly Named[] =>
  useEndpoint(deviceModel.endpoints.list, { query: { pageNo: 1, pageSize: MODELS } }, { enabled: isAsked }).data
    ?.records ?? []

/** Names of the individual devices, stations and models in a scope, for its sentence. */
export function useScopeNames({ deviceIds = [], stationIds = [], modelIds = [] }: RuleScope) {
  const devices = useDevices(deviceIds)
  const stations = useStations(stationIds)
  const models = useModels(modelIds.length > 0)
  const nameIn = (rows: readonly Named[]) => (id: string) => rows.find((row) => row.id === id)?.name
  return { device: nameIn(devices), station: nameIn(stations), model: nameIn(models) }
}
