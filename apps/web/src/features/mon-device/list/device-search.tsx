import * as R from '@/resource/index.ts'
import { device } from '../device-resource.tsx'
import { PlaceFilter } from './place-filter.tsx'

export interface DeviceSearchProps {
  /** Region or station the list is narrowed to. */
  readonly place: string | undefined
  /** The tree of regions stands beside it on wide windows. */
  readonly hasPane?: boolean
  readonly collapsedCount?: number
}

/** Filters of the register, the same over the list and over the map. */
export const DeviceSearch = ({ place, hasPane = false, collapsedCount = 4 }: DeviceSearchProps) => (
  <R.SearchForm collapsedCount={collapsedCount}>
    <R.SearchText name="keyword" label="名称、客户端 ID、站点" />
    <PlaceFilter place={place} hasPane={hasPane} />
    <R.SearchField resource={device} name="kind" />
    <R.SearchField resource={device} name="modelId" />
    <R.SearchField resource={device} name="firmware" />
    <R.SearchField resource={device} name="serialNo" />
  </R.SearchForm>
)
