import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

const RETRIES = 2
const FRESH_MS = 10_000

/** Only what may pass by itself is tried again: no answer, or an overloaded server. */
const mayPass = (error: unknown) =>
  error instanceof ApiError && !error.isAborted && (error.status === 0 || error.status === 503 || error.status === 504)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < RETRIES && mayPass(error),
    },
  },
})
