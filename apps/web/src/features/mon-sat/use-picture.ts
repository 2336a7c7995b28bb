import { satEndpoints } from '@natim/contract/mon/sat'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { download } from '@/lib/api/http.ts'

const KEPT_MS = 300_000

/** Address of a product's picture: pictures need the session, which an address of the server would not carry. */
export function usePicture(id: string | undefined, kind: 'thumb' | 'file') {
  const { data: blob, error } = useQuery({
    queryKey: ['sat-picture', kind, id],
    queryFn: ({ signal }) => download(satEndpoints[kind], { query: { id: id ?? '' } }, { signal, silent: true }),
    enabled: id !== undefined,
    staleTime: KEPT_MS,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [blob])
  return { url, hasFailed: error !== null }
}
