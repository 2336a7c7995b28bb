import { useState } from 'react'
import { type ResultGroup, type ResultKind, shownGroups } from './search-results.ts'

/** The shown kind and the chosen row: the first one until the user selects another. */
export function useChoice(found: readonly ResultGroup[], isTyped: boolean) {
  const [chosen, setChosen] = useState<ResultKind>()
  const [pointed, setPointed] = useState<string>()
  const kinds = found.map(({ kind }) => kind)
  const kind = chosen !== undefined && kinds.includes(chosen) ? chosen : undefined
  const groups = shownGroups(found, isTyped ? kind : 'menu')
  const results = groups.flatMap((group) => group.results)
  const active = results.find(({ key }) => key === pointed) ?? results[0]
  const choose = (next: ResultKind | undefined) => {
    setChosen(next)
    setPointed(undefined)
  }
  return {
    kind,
    groups,
    active,
    point: setPointed,
    choose,
    /** Moves to the next or previous row, wrapping around. */
    step(by: number) {
      const at = results.findIndex(({ key }) => key === active?.key)
      setPointed(results[(at + by + results.length) % results.length]?.key)
    },
    /** Moves to the adjacent kind, wrapping around. */
    turn(by: number) {
      const tabs = [undefined, ...kinds]
      choose(tabs[(tabs.indexOf(kind) + by + tabs.length) % tabs.length])
    },
  }
}

export type Choice = ReturnType<typeof useChoice>
