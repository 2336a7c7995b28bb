import { station as described } from '@natim/contract/mon/station.resource'
import * as R from '@/resource/index.ts'

/** 站点: where devices stand. */
export const station = R.fromContract(described, {
  fields: { lng: { widget: R.placeWidget('lat') } },
})
