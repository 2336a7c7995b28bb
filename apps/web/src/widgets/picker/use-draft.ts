import { useState } from 'react'
import type { Pair } from './pair.ts'

/** A draft choice that starts with the stored one. Labels that arrive while the dialog is open are shown in it. */
export function useDraft(stored: readonly Pair[]): readonly [readonly Pair[], (draft: readonly Pair[]) => void] {
  const [draft, setDraft] = useState(stored)
  const texts = new Map(stored.map(({ value, text }) => [value, text]))
  return [
    draft.map((pair) => (pair.text === pair.value ? { ...pair, text: texts.get(pair.value) ?? pair.text } : pair)),
    setDraft,
  ]
}
