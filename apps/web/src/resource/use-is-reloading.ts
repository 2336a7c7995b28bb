import { useIsFetching } from '@tanstack/react-query'
import { useListContext } from './context.ts'

/** Whether the list of this page is being refetched while its old rows are shown. */
export function useIsReloading(): boolean {
  const { resource, answer } = useListContext()
  const isFetching = useIsFetching({ queryKey: [resource.endpoints.list.path] }) > 0
  return isFetching && answer.hasData
}
