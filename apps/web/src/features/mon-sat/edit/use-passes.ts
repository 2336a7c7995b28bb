import type { CallResult } from '@natim/contract/endpoint'
import { satEndpoints } from '@natim/contract/mon/sat'
import { useEffect, useRef, useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { type SatDraft, specKey, specOf } from './draft.ts'

export type PassAnswer = CallResult<typeof satEndpoints.passes>

/** Computes passes on request. A new request cancels the previous one, on the server too; so does leaving the page. */
export function usePasses() {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly result: PassAnswer }>()
  const [isComputing, setIsComputing] = useState(false)
  const under = useRef<AbortController>(undefined)
  useEffect(() => () => under.current?.abort(), [])
  async function compute(draft: SatDraft): Promise<PassAnswer | undefined> {
    if (draft.area === undefined) return undefined
    under.current?.abort()
    const mine = new AbortController()
    under.current = mine
    setIsComputing(true)
    try {
      const body = specOf({ ...draft, area: draft.area })
      const result = await call(satEndpoints.passes, { body }, { signal: mine.signal })
      setAnswer({ key: specKey(draft), result })
      return result
    } catch {
      // Reported by the client, or cancelled by ourselves.
      return undefined
    } finally {
      if (under.current === mine) setIsComputing(false)
    }
  }
  return { answer, isComputing, compute, stop: () => under.current?.abort() }
}
