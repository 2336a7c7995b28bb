import { wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { useQuery } from '@tanstack/react-query'
import { download } from '@/lib/api/http.ts'

const KEPT_MS = 300_000

/** Lives as long as the answer that holds it, whichever parts of a page are hidden meanwhile. */
const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read')))
    reader.readAsDataURL(blob)
  })

/** Address of a picture. Another one when somebody covered it (`version`). */
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
