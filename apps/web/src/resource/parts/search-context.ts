import { createContext, use } from 'react'

export interface SearchDraft {
  readonly value: (name: string) => string | undefined
  /** Typed, not yet asked for. */
  readonly set: (name: string, value: string | undefined) => void
  /** Asks for the draft, with this change on top. */
  readonly commit: (name: string, value: string | undefined) => void
}

export const SearchContext = createContext<SearchDraft | undefined>(undefined)

/** @throws Error outside a SearchForm */
export function useSearchDraft(): SearchDraft {
  const draft = use(SearchContext)
  if (!draft) throw new Error('This part stands inside <SearchForm>')
  return draft
}
