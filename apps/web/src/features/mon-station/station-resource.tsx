import { station as described } from '@natim/contract/mon/station.resource'
import { Link } from 'react-router'
import * as R from '@/resource/index.ts'

/** 站点: where devices stand; the name leads to what is measured there. */
export const station = R.fromContract(described, {
  fields: {
    name: { render: ({ id, name }) => <Link to={`/mon/station/detail/${id}`}>{name}</Link> },
    lng: { widget: R.placeWidget('lat') },
  },
})
