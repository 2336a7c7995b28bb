import { deviceEndpoints, type TreeNode } from '@natim/contract/mon/device'
import { cityOf } from '@natim/domain/regions'
import { endpointQuery } from '@/lib/query/use-endpoint.ts'

/** Children of a node of the region and station tree; '' = the country. */
export const regionLevel = (parent: string) =>
  endpointQuery(deviceEndpoints.tree, { query: parent === '' ? {} : { parent } })

/** Below its province a city is shown without the province name. */
export const regionTitle = ({ key, kind, title }: TreeNode) => (kind === 'city' ? (cityOf(key)?.name ?? title) : title)
