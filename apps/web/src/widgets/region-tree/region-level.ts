import { deviceEndpoints, type TreeNode } from '@natim/contract/mon/device'
import { cityOf } from '@natim/domain/regions'
import { endpointQuery } from '@/lib/query/use-endpoint.ts'

/** What stands below a node of the region and station tree; '' = below nothing, the country itself. */
export const regionLevel = (parent: string) =>
  endpointQuery(deviceEndpoints.tree, { query: parent === '' ? {} : { parent } })

/** Below its province a city needs no province in its name. */
export const regionTitle = ({ key, kind, title }: TreeNode) => (kind === 'city' ? (cityOf(key)?.name ?? title) : title)
