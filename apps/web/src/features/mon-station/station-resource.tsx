import { station as described } from '@natim/contract/mon/station.resource'
import { Link } from 'react-router'
import * as R from '@/resource/index.ts'

/** 站点: places of devices; the name links to the station's channels. */
export const station = R.fromContract(described, {
  isScoped: true,
  fields: {
    name: { render: ({ id, name }) => <Link to={`/mon/station/detail/${id}`}>{name}</Link> },
    lng: { widget: R.placeWidget('lat') },
  },
})
