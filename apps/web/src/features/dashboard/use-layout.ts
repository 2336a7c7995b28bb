import { type HomeLayout, homeCardEndpoints } from '@natim/contract/mon/home-cards'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/http.ts'
import { useNotify } from '../../lib/notify.ts'
import { endpointKey, useEndpoint } from '../../lib/query/use-endpoint.ts'
import { DEFAULT_LAYOUT, withNewCards } from './layout.ts'

/** The user's card layout; undefined while loading. If it cannot be read, the default is shown. */
export function useLayout() {
  const queryClient = useQueryClient()
  const { line } = useNotify()
  const { data, isPending, refetch } = useEndpoint(
    homeCardEndpoints.layout,
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const keep = async (layout: HomeLayout | null): Promise<void> => {
    // Optimistic update: a dragged card must not wait for the server.
    queryClient.setQueryData(endpointKey(homeCardEndpoints.layout, {}), layout)
    try {
      if (layout === null) await call(homeCardEndpoints.resetLayout, {}, { silent: true })
      else await call(homeCardEndpoints.saveLayout, { body: layout }, { silent: true })
    } catch {
      line('布局未能保存，已恢复上一次的布局', 'warning')
      await refetch()
    }
  }
  const layout = data ? withNewCards(data) : isPending ? undefined : DEFAULT_LAYOUT
  return { layout, save: keep, reset: () => keep(null) }
}
