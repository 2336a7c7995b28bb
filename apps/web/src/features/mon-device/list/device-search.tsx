import * as R from '@/resource/index.ts'
import { device } from '../device-resource.tsx'
import { PlaceFilter } from './place-filter.tsx'

export interface DeviceSearchProps {
  /** Region or station that filters the list. */
  readonly place: string | undefined
  /** On wide windows the region tree is shown beside the list. */
  readonly hasPane?: boolean
  readonly collapsedCount?: number
}

/** Filters of the register, shared by the list and the map. */
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
