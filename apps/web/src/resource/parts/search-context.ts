import { createContext, use } from 'react'

export interface SearchDraft {
  readonly value: (name: string) => string | undefined
  /** Changes the draft without submitting it. */
  readonly set: (name: string, value: string | undefined) => void
  /** Submits the draft with this change applied. */
  readonly commit: (name: string, value: string | undefined) => void
}

export const SearchContext = createContext<SearchDraft | undefined>(undefined)

/** @throws Error outside a SearchForm */
export function useSearchDraft(): SearchDraft {
  const draft = use(SearchContext)
  if (!draft) throw new Error('This part stands inside <SearchForm>')
  return draft
}
