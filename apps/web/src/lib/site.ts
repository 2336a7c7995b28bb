import { type SiteSettings, siteEndpoints } from '@natim/contract/system/site'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from './api/http.ts'

/** Fallback until or unless the server answers: the product's own name, and a captcha. */
export const FALLBACK_SITE: SiteSettings = {
  networkName: '全国空气毒性与感染监测网络',
  filingText: '',
  filingUrl: null,
  supportText: '',
  captcha: true,
  smsLogin: false,
  registration: false,
  thirdLogins: [],
  mqttPort: null,
  demoLoadPercent: null,
  demoFailed: [],
}

const siteQuery = {
  queryKey: [siteEndpoints.settings.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(siteEndpoints.settings, {}, { signal, silent: true }),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Names and switches of this installation. */
export function useSite(): SiteSettings & { readonly isLoaded: boolean } {
  const { data } = useQuery(siteQuery)
  return { ...(data ?? FALLBACK_SITE), isLoaded: data !== undefined }
}

const LOOK_AGAIN_MS = 2_000

/**
 * Progress of loading the demonstration network, %; null = not loading, polling stops. When it finishes, all data read
 * meanwhile are refetched.
 */
export function useDemoLoad(): number | null {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...siteQuery,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.demoLoadPercent === null ? false : LOOK_AGAIN_MS,
  })
  const percent = data?.demoLoadPercent ?? null
  const isLoading = percent !== null
  const wasLoading = useRef(false)
  useEffect(() => {
    if (wasLoading.current && !isLoading) void queryClient.invalidateQueries()
    wasLoading.current = isLoading
  }, [isLoading, queryClient])
  return percent
}
