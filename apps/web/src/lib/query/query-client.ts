import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** Queries fail with what the client of the API throws. */
    readonly defaultError: ApiError
  }
}

const RETRIES = 2
const FRESH_MS = 10_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < RETRIES && error instanceof ApiError && error.mayPass,
    },
  },
})
