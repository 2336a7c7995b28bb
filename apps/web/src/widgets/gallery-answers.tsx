import type { CallInput, CallResult, Endpoint } from '@natim/contract/endpoint'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { endpointKey } from '@/lib/query/use-endpoint.ts'

type Seed = (client: QueryClient) => void

/** A preset answer of an endpoint. */
export function answer<E extends Endpoint>(endpoint: E, input: CallInput<E>, result: CallResult<E>): Seed {
  return (client) => client.setQueryData(endpointKey(endpoint, input), result)
}

/** A gallery state with preset answers: no server, always the same. */
export function GalleryAnswers({ given, children }: { readonly given: readonly Seed[]; readonly children: ReactNode }) {
  const [client] = useState(() => {
    const made = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
    for (const seed of given) seed(made)
    return made
  })
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
