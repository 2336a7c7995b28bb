import { type CallInput, type CallResult, type Endpoint } from '@natim/contract/endpoint'
import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from '../api/http.ts'

type Options<T> = Pick<UseQueryOptions<T>, 'enabled' | 'refetchInterval' | 'staleTime' | 'gcTime'>

/** Keyed by endpoint and input. */
export const endpointKey = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) =>
  input === undefined ? [endpoint.path] : [endpoint.path, input]

/** Query options, for prefetching. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => ({
  queryKey: endpointKey(endpoint, input),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(endpoint, input, { signal, silent: true }),
})

/**
 * Reads an endpoint. While a new input loads, the previous answer stays (`isPlaceholderData`). Failures are not
 * reported by a toast: the block that asked shows them (design §7).
 */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Options<CallResult<E>> = {},
): UseQueryResult<CallResult<E>> {
  return useQuery<CallResult<E>>({
    ...endpointQuery(endpoint, input),
    placeholderData: keepPreviousData,
    ...options,
  })
}
