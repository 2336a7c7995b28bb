import { type MenuTreeRow, permissionEndpoints } from '@natim/contract/system/permission'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

type Levels = Readonly<Record<string, readonly MenuTreeRow[]>>

/** Rows with their loaded children. */
function nested(rows: readonly MenuTreeRow[], levels: Levels): MenuTreeRow[] {
  return rows.map((row) => (row.children === null ? row : { ...row, children: nested(levels[row.id] ?? [], levels) }))
}

/** Top menus first; expanded nodes are loaded in one call, and again after every change, so that they stay expanded. */
export function useMenuTree() {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<readonly string[]>([])
  const roots = useEndpoint(permissionEndpoints.roots, {})
  const below = useEndpoint(
    permissionEndpoints.belowMany,
    { query: { parentIds: `${opened.join(',')},` } },
    { enabled: opened.length > 0 },
  )
  return {
    rows: nested(roots.data ?? [], below.data ?? {}),
    opened,
    isLoading: roots.isLoading,
    isReloading: roots.isFetching || below.isFetching,
    error: roots.error ?? below.error,
    retry: () => void Promise.all([roots.refetch(), opened.length > 0 && below.refetch()]),
    toggle: (id: string, isOpen: boolean) =>
      setOpened((now) => (isOpen ? [...now, id] : now.filter((other) => other !== id))),
    reload: () =>
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/sys/permission/'),
      }),
  }
}
