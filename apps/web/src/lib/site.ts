import { type SiteSettings, siteEndpoints } from '@natim/contract/system/site'
import { useQuery } from '@tanstack/react-query'
import { call } from './api/http.ts'

/** Until the server answers, and when it does not: the product's own name, and a captcha rather than none. */
const FALLBACK: SiteSettings = {
  networkName: '全国空气毒性与感染监测网络',
  filingText: '',
  filingUrl: null,
  supportText: '',
  captcha: true,
  smsLogin: false,
  registration: false,
  thirdLogins: [],
  mqttPort: null,
}

const siteQuery = {
  queryKey: [siteEndpoints.settings.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(siteEndpoints.settings, {}, { signal, silent: true }),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Names and switches of this installation. */
export function useSite(): SiteSettings & { readonly isLoaded: boolean } {
  const { data } = useQuery(siteQuery)
  return { ...(data ?? FALLBACK), isLoaded: data !== undefined }
}
