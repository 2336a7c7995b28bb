import { wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { useQuery } from '@tanstack/react-query'
import { download } from '@/lib/api/http.ts'

const KEPT_MS = 300_000

/** A data URL stays valid as long as the cached answer, even while parts of the page are hidden. */
const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read')))
    reader.readAsDataURL(blob)
  })

/** URL of a picture. `version` changes it when areas are covered. */
export function usePicture(id: string | undefined, kind: 'thumb' | 'picture', version: number | boolean = 0) {
  const { data: url, error } = useQuery({
    queryKey: ['wx-picture', kind, id, version],
    queryFn: async ({ signal }) =>
      dataUrl(await download(wxImageEndpoints[kind], { query: { id: id ?? '' } }, { signal, silent: true })),
    enabled: id !== undefined,
    staleTime: KEPT_MS,
    retry: false,
  })
  return { url, hasFailed: error !== null }
}
