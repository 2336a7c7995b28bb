import { satEndpoints } from '@natim/contract/mon/sat'
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

/** URL of a product's picture. Fetched, because a plain server URL would not carry the session. */
export function usePicture(id: string | undefined, kind: 'thumb' | 'file') {
  const { data: url, error } = useQuery({
    queryKey: ['sat-picture', kind, id],
    queryFn: async ({ signal }) =>
      dataUrl(await download(satEndpoints[kind], { query: { id: id ?? '' } }, { signal, silent: true })),
    enabled: id !== undefined,
    staleTime: KEPT_MS,
  })
  return { url, hasFailed: error !== null }
}
